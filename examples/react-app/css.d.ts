/** Types of the app's style sheets, which Vite bundles. `latchkey/react/screens.css` has its own type. */
declare module "*/app.css"
declare module "*/themes.css"
