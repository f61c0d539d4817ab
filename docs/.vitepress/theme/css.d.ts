/** Vite takes the style sheet along. */
declare module "*/theme.css"
