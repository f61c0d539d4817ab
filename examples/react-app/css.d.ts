/** Vite takes the app's style sheets along; `latchkey/react/screens.css` brings its own type. */
declare module "*/app.css"
declare module "*/themes.css"
