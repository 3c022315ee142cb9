use anchors;
set nobody { pattern gone { match op = anchors.closed; where false; rewrite { erase op; } } }
pass p_one on anchors.open { stage a: walk { nobody } }
pass p_two on anchors.takes { stage a: walk { nobody } }
pass p_three on anchors.closed { stage a: walk { nobody } }
