/** Declares the style sheet for compilers that check side-effect imports. */
export {}
