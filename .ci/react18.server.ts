/** As React 19 has it for Node: of the two kinds of streams, React 18 has there one only. */
export { renderToReadableStream } from "react-dom/server.browser"
export { renderToPipeableStream, renderToString } from "react-dom/server.node"
