/** React 18's `react-dom/server` for Node with both kinds of streams, as in React 19. */
export { renderToReadableStream } from "react-dom/server.browser"
export { renderToPipeableStream, renderToString } from "react-dom/server.node"
