/** Vite takes style sheets along. */
declare module "*.css"
