use func, arith;
import "sub/more.pat";
pass imported_pass on func.func { stage all: walk { imported_set } }
