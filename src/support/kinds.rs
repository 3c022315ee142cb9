//! The closed table of what can be wrong with dialect, target and pattern files.

macro_rules! kinds {
    ($($variant:ident $id:literal $meaning:literal;)*) => {
        /// What is wrong, as a word that scripts, editors and tests can rely on.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum Kind {
            $(#[doc = $meaning] $variant,)*
        }

        impl Kind {
            /// All, sorted by their words.
            pub const ALL: &'static [Kind] = &[$(Kind::$variant),*];

            /// The word.
            pub fn id(self) -> &'static str {
                match self { $(Kind::$variant => $id,)* }
            }

            /// What it means, in one line.
            pub fn meaning(self) -> &'static str {
                match self { $(Kind::$variant => $meaning,)* }
            }
        }
    };
}

kinds! {
    Arguments "arguments" "The arguments of a call do not fit the signature of what is called.";
    Arity "arity" "An operation, struct, tuple or type has another number of parts.";
    AssemblyFormat "assembly-format" "An assembly format leaves something out, says it twice, or cannot be read back.";
    Benefit "benefit" "A benefit is outside of its range.";
    BoundTwice "bound-twice" "A name is bound that has a value already.";
    Constant "constant" "A constant must stand here.";
    Cycle "cycle" "Patterns of a greedy stage can set each other off for ever.";
    Datatype "datatype" "A datatype does not have the shape that rules need.";
    Default "default" "A default is not possible for what it belongs to.";
    Disabled "disabled" "Remark: a pattern is disabled by a user's file.";
    Duplicate "duplicate" "Something is declared or given twice.";
    EffectInMatch "effect-in-match" "Something is created or changed where nothing may have effects.";
    Example "example" "A pattern does not do what its example says.";
    ExampleText "example-text" "The IR text of an example cannot be read or is not valid.";
    Form "form" "Something is not written the way it must be in this place.";
    Grows "grows" "A rule makes a term longer where it may not.";
    Import "import" "An imported file is not there.";
    InNoSet "in-no-set" "A pattern is a member of no set, so no stage can run it.";
    InterfaceCreated "interface-created" "An interface, or another thing that is no operation, is created.";
    Literal "literal" "A number or string is malformed or too large.";
    Measure "measure" "What decreases is no integer, or differs among patterns that set each other off.";
    Mechanism "mechanism" "Semantics name no mechanism, or not with these fields.";
    Missing "missing" "Something that has no default is not given: an attribute, a field, a successor, a parameter.";
    Nesting "nesting" "A file nests deeper than the limit allows.";
    NeverEqual "never-equal" "Two values of such types are never equal.";
    NeverMatches "never-matches" "A pattern can never match what stands there.";
    NeverNone "never-none" "What is never none is asked whether it is.";
    NoAction "no-action" "A pattern has no rewrite and no diagnostic.";
    NoReplacement "no-replacement" "A result has no replacement on some path through a rewrite.";
    NoRoot "no-root" "A pattern has no root, a 'match' without 'of' or 'in'.";
    NoTarget "no-target" "A condition is false for every loaded target.";
    NotExhaustive "not-exhaustive" "A 'case' leaves out cases.";
    NotSupported "not-supported" "This part of the language is refused by this version.";
    Option "option" "An option of a pass has another type elsewhere.";
    Over "over" "Affine attributes and the operands that they are over do not belong together.";
    Overridden "overridden" "Remark: a user's file replaces what was there.";
    OverrideTwice "override-twice" "Two files override the same thing.";
    Range "range" "A number is outside of the range that is declared for it.";
    Reach "reach" "A pattern changes the operation its pass runs on.";
    Recursion "recursion" "Functions call each other in a circle.";
    Reserved "reserved" "A name is taken by a dialect, a built-in function or the language.";
    ResultType "result-type" "The type of a result or argument does not follow from what is written.";
    Return "return" "A 'return' is missing or stands where none may.";
    Semantics "semantics" "The semantics of an operation cannot be computed with.";
    Shadowed "shadowed" "A pattern is never reached.";
    Signature "signature" "An override has another signature.";
    Slot "slot" "A field, operand or result cannot hold what its declaration says.";
    Syntax "syntax" "The text is not understood.";
    TargetCheck "target-check" "A target breaks a rule of its family.";
    TargetRead "target-read" "What depends on the target stands where no target is known.";
    TestsNothing "tests-nothing" "A pattern after 'is' only binds.";
    Tie "tie" "Patterns overlap with equal benefit, and nothing says which goes first.";
    Trait "trait" "A trait does not fit the operation, or not with these arguments.";
    TwoActions "two-actions" "A pattern has two actions.";
    TwoRoots "two-roots" "A pattern has two roots.";
    Types "types" "A value has another type than is needed.";
    Unbound "unbound" "A name has no value.";
    Unclear "unclear" "Several things, or anything, may be meant; it must be said which.";
    Unclosed "unclosed" "A bracket, string or comment is not closed, or closes nothing.";
    UnknownAttribute "unknown-attribute" "An operation has no such attribute.";
    UnknownCase "unknown-case" "An enum has no such case.";
    UnknownConstraint "unknown-constraint" "There is no such constraint.";
    UnknownDialect "unknown-dialect" "No dialect of this name is loaded.";
    UnknownField "unknown-field" "A value has no such field.";
    UnknownFunction "unknown-function" "There is no such function.";
    UnknownOperand "unknown-operand" "An operation has no such operand, result, region or successor.";
    UnknownOperation "unknown-operation" "There is no such operation or interface.";
    UnknownOption "unknown-option" "No pass has such an option.";
    UnknownParameter "unknown-parameter" "A target family has no such parameter.";
    UnknownPass "unknown-pass" "There is no such pass or pipeline.";
    UnknownPattern "unknown-pattern" "There is no such pattern to override or disable.";
    UnknownRules "unknown-rules" "There are no such rules.";
    UnknownSet "unknown-set" "There is no such set.";
    UnknownStage "unknown-stage" "There is no such stage to override.";
    UnknownTarget "unknown-target" "There is no such target or family of targets.";
    UnknownTrait "unknown-trait" "There is no such trait or interface.";
    UnknownType "unknown-type" "There is no such type.";
    Unsound "unsound" "A rule gives a term that does not move the same elements to the same places.";
    Unused "unused" "Warning: a name is bound and never used.";
    UsedAfter "used-after" "An operation is changed after it was erased or replaced.";
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn words_are_sorted_and_meanings_are_sentences() {
        for pair in Kind::ALL.windows(2) {
            assert!(pair[0].id() < pair[1].id(), "{:?}", pair);
        }
        for k in Kind::ALL {
            assert!(k.meaning().ends_with('.'), "{k:?}");
            assert!(
                k.id().bytes().all(|b| b == b'-' || b.is_ascii_lowercase()),
                "{k:?}"
            );
        }
    }
}
