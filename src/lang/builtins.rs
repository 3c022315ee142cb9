//! The built-in functions: names, signatures, meanings. `docs/builtins.md` is this table; a test compares them.
//!
//! Built-ins return facts, never choices, and read no target.

macro_rules! builtins {
    ($($(#[$doc:meta])* $variant:ident $name:literal $signature:literal $meaning:literal;)+) => {
        /// A built-in function.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[allow(missing_docs)] // the table says what each is
        pub enum Builtin { $($variant),+ }

        /// Every built-in: which, its name, its signature, what it gives.
        pub const TABLE: &[(Builtin, &str, &str, &str)] = &[
            $((Builtin::$variant, $name, $signature, $meaning)),+
        ];
    };
}

builtins! {
    Len "len" "([T]) -> int" "length of a list";
    Sum "sum" "([int]) -> int" "checked sum; also of affine expressions; 0 for an empty list";
    Product "product" "([int]) -> int" "checked product; 1 for an empty list";
    Max "max" "([int]) -> int" "largest; fails for an empty list; also max(a, b)";
    Min "min" "([int]) -> int" "smallest; fails for an empty list; also min(a, b)";
    Any "any" "([bool]) -> bool" "whether one is true";
    All "all" "([bool]) -> bool" "whether all are true; true for an empty list";
    Zip "zip" "([T], [U], ..) -> [(T, U, ..)]" "parallel lists as one list of tuples; fails when lengths differ";
    Unzip "unzip" "([(T, U, ..)]) -> ([T], [U], ..)" "a list of tuples as parallel lists";
    Enumerate "enumerate" "([T]) -> [(int, T)]" "elements with their positions from 0";
    Reversed "reversed" "([T]) -> [T]" "the other way round";
    Last "last" "([T]) -> T" "last element; fails for an empty list";
    Take "take" "(int, [T]) -> [T]" "the first n elements, or all";
    SortBy "sort_by" "([T], [key]) -> [T]" "stable, ascending by parallel keys: ints or tuples of ints";
    Offsets "offsets" "([int]) -> [int]" "exclusive prefix sums: [a, b, c] gives [0, a, a + b]";
    Digits "digits" "(int, [int]) -> [int]" "mixed-radix digits of a number, outermost first";
    WithAt "with_at" "([T], int, T) -> [T]" "one element replaced";
    Divisors "divisors" "(int) -> [int]" "divisors of a positive number, ascending";
    IsPowerOfTwo "is_power_of_two" "(int) -> bool" "whether a number is 2^k with k >= 0";
    Log2 "log2" "(int) -> int" "k for 2^k; fails for other numbers";
    Pow2 "pow2" "(int) -> int" "2^k for 0 <= k < 63";
    Wrap "wrap" "(int, int) -> int" "the number that the low w bits are as a signed integer, 0 < w <= 64";
    Int "int" "(affine | attr | number) -> int" "the integer that it is; fails where it is not constant, or no integer";
    StartsWith "starts_with" "(string, string) -> bool" "whether the first begins with the second";
    Cases "cases" "(Enum) -> [Enum]" "all cases, in declared order";
    Ordinal "ordinal" "(Enum) -> int" "the number of a case";
    EnumCase "enum_case" "(int | attr | type) -> Enum" "the case of that number or name, of the enum that is wanted; a type by its MLIR name; fails outside";
    TypeOf "type" "(value) -> type" "the type of a value";
    Element "element" "(type) -> type" "element type of a shaped type";
    Width "width" "(type) -> int" "bits of an integer or float type";
    Shape "shape" "(type) -> [int]" "sizes of a shaped type; fails where one is not static";
    SpaceOf "memory_space" "(type) -> attr?" "memory space of a memref";
    Bytes "bytes" "(Enum | type) -> int" "bytes of one element: the fact `bytes` of a case, or the width of a type in bytes, rounded up";
    ByteSize "byte_size" "(type) -> int" "bytes of a whole static memref";
    AccessStrides "access_strides" "(type) -> [int]" "strides of a memref, in elements: those of its layout, else row-major; fails where one is not static";
    DropDim "drop_dim" "(type, int) -> type" "a memref type without one dimension; the others keep their strides";
    FunctionType "function_type" "([type], [type]) -> type" "the type of a function, of its arguments and results";
    InputTypes "input_types" "(type) -> [type]" "types of the arguments of a function type";
    ResultTypes "result_types" "(type) -> [type]" "types of the results of a function type";
    Users "users" "(value) -> [op]" "operations that use it, in program order, each once";
    OneUse "one_use" "(value) -> bool" "whether it has exactly one use";
    Unused "unused" "(value) -> bool" "whether it has no use";
    Definition "definition" "(value) -> op?" "the operation that defines it; none for a block argument";
    Definitions "definitions" "(op | value) -> [op]" "the chain of definitions above it: of the value or the first operand, of that one's first operand, and so on, nearest first";
    ConstantOf "constant" "(value) -> int" "the integer of the operation with the trait ConstantLike that defines it; fails for others";
    Writers "writers" "(value) -> [op]" "operations with a `write` effect on it, through views, in program order";
    Readers "readers" "(value) -> [op]" "operations with a `read` effect on it, through views, in program order";
    Equivalent "equivalent" "(op, op) -> bool" "same name, operands, attributes and types, and both pure";
    Atoms "atoms" "(affine) -> [value]" "the values in it, each once";
    ConstantPart "constant_part" "(affine) -> int" "its constant term in the linear normal form";
    Substitute "substitute" "(affine, [(value, int)]) -> affine" "with values replaced by numbers";
    MultipleOf "multiple_of" "(affine, int) -> bool" "whether every coefficient of its linear normal form is a multiple of a positive number, which proves that it always is one";
    Canonical "canonical" "(op) -> bool" "whether its affine attributes are written in their linear normal form, over just the values that they use";
    Mixed "mixed" "([int], [value]) -> [affine]" "a static list of MLIR whose dynamic entries are filled from operands, in order";
    Parent "parent" "(op) -> op?" "the operation around it";
    Ancestors "ancestors" "(op) -> [op]" "the operations around it, innermost first";
    SymbolTable "symbol_table" "(op) -> op?" "the nearest symbol table around it";
    Prev "prev" "(op) -> op?" "the one before it in its block, pure operations skipped";
    Next "next" "(op) -> op?" "the one after it in its block, pure operations skipped";
    Ops "ops" "(region) -> [op]" "its operations, in order";
    Walk "walk" "(op) -> [op]" "the operation and everything in it, in program order";
    Args "args" "(region | block) -> [value]" "arguments of the entry block";
    Terminator "terminator" "(region) -> op" "the last operation of a region of one block; fails where there is none";
    IsEmpty "is_empty" "(region) -> bool" "whether it has no operations";
    Precedes "precedes" "(op, op) -> bool" "whether the first comes before the second in program order";
    ProperlyDominates "properly_dominates" "(op, op) -> bool" "whether the first is another operation on every way to the second";
    Successors "successors" "(op) -> [block]" "the blocks that a terminator branches to";
    Lookup "lookup" "(op, string) -> op?" "the symbol of that name directly in a symbol table";
    Resolve "resolve" "(symbol<T>) -> T?" "the operation that a symbol names, seen from the root of the match";
    SymbolUses "symbol_uses" "(op) -> [op]" "operations in the symbol table of a symbol whose attributes name it, in program order, each once";
    Ref "ref" "(op) -> symbol" "the name of a symbol, as seen from the outermost symbol table of the anchor";
    Fresh "fresh" "(string, op?) -> string" "a symbol or unique name not in use in that table (or the nearest): the base itself, else base_0, base_1, ...";
    Numbered "numbered" "(string, op?) -> string" "base_0, base_1, ... in that table (or the nearest), counting from 0";
    Load "load" "(access, int) -> number" "in a body of `semantics`: an element of an access, by its number in the order of the walk; an int or a float, as its type says; fails where there is no such element, or nothing wrote it";
    Store "store" "(access, int, number) -> nothing" "in a body of `semantics`: makes an element of an access the nearest to a number that its type has";
    Convert "convert" "(number, Enum | attr) -> number" "in a body of `semantics`: the number of an element type that is nearest to another, of two the even one; integers saturate";
    Count "count" "(access) -> int" "elements that an access moves: the product of the nums of `partition` and `pairs`";
    EngineFactors "engine_factors" "(int) -> [int]" "divisors of a number above 1 and below it, up to `target.engines`, ascending: into how many parts it may be dealt out";
    OrderFree "order_free" "() -> bool" "in a rule: whether the order of the transfer's elements cannot be seen";
    Accumulates "accumulates" "() -> bool" "in a rule: whether the destination accumulates";
    Normalize "normalize" "(access, access, rules) -> (dma.Form, dma.Form)" "the normal form of a transfer, source and destination; fails where there is none, or several would be needed; with the name of rules as third argument, which may be left out, it is found by their laws";
    RefineAll "refine_all" "(access, access) -> [(dma.Form, dma.Form)]" "the normal forms of the transfers that a transfer is: one, several where the boundaries of the two sides do not nest, none where nothing is moved";
    BestForm "best_form" "(access, access, rules) -> [(dma.Form, dma.Form)]" "the cheapest way to issue a transfer on the target: one source and destination a descriptor; the third argument names the rules that may be used, all loaded ones where it is left out";
    Bounds "bounds" "(access) -> [(int, int, int)]" "what an access touches, whatever its indices are: the lowest, the highest and how many there are of elements, on chip of partitions and of elements of one; without what is known at run time only";
    Refine "refine" "(access, access) -> [(int, int, int)]" "joint normal form of two accesses: (source stride, destination stride, num), outermost first, the partition pair apart; fails where the boundaries do not nest";
}

/// The built-in of a name.
pub fn by_name(name: &str) -> Option<Builtin> {
    TABLE.iter().find(|b| b.1 == name).map(|b| b.0)
}
