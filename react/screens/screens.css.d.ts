/** So that compilers which look at side-effect imports know the style sheet. */
export {}
