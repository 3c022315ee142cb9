/// Says which opcode each instruction has.
use bir;

set opcodes {
  pattern opcode_of_copy { match op = bir.dma_copy { name }; remark op "{name}: {op.opcode}, {op.mode} {ordinal(op.mode)}"; }
  pattern opcode_of_gather { match op = bir.generic_indirect_load { name }; remark op "{name}: {op.opcode}"; }
  pattern opcode_of_scatter { match op = bir.generic_indirect_save { name }; remark op "{name}: {op.opcode}"; }
  pattern opcode_of_read { match op = bir.read_var_addr { name }; remark op "{name}: {op.opcode}"; }
  pattern opcode_of_loop { match op = bir.loop { upper }; remark op "loop to {upper}: {op.opcode}"; }
}
