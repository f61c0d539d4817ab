/** A QR code. */
"use client"
import * as Redacted from "effect/Redacted"
import { toSvgPath } from "lean-qr/extras/svg"
import { generate } from "lean-qr/nano"
import { type ReactNode, useMemo } from "react"

/** Width of the quiet zone in modules. ISO/IEC 18004 §6.3.8. */
const quiet = 4

/** Dark on light in every theme, because many cameras can't read inverted codes. */
export const QrCode = ({ label, text }: { readonly label: string; readonly text: Redacted.Redacted }): ReactNode => {
  const { path, size } = useMemo(() => {
    const code = generate(Redacted.value(text))
    return { path: toSvgPath(code), size: code.size + 2 * quiet }
  }, [text])
  return (
    <svg
      className="lk-qr"
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
