/** Whether answers are coloured. */
export const coloured: boolean = !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb"
  && (process.stdout.isTTY === true || ![undefined, "", "0"].includes(process.env["FORCE_COLOR"]))
