/** The ready-made screens in each of the package's themes. */
import { ForgotPassword } from "latchkey/react/screens"
import "latchkey/react/themes/candy.css"
import "latchkey/react/themes/paper.css"
import "latchkey/react/themes/slate.css"
import { useState } from "react"

const themes = { "": "Plain", paper: "Paper", slate: "Slate", candy: "Candy" }

export const Themes = () => {
  const [theme, setTheme] = useState("paper")
  return (
    <>
      <aside aria-label="Choose a theme">
        <fieldset className="app-themes">
          <legend className="app-hidden">Theme</legend>
          {Object.entries(themes).map(([value, name]) => (
            <label key={value}>
              <input
                type="radio"
                name="theme"
                value={value}
                checked={value === theme}
                onChange={() => setTheme(value)}
              />{" "}
              {name}
            </label>
          ))}
        </fieldset>
      </aside>
      <div data-lk-theme={theme}>
        <ForgotPassword />
      </div>
    </>
  )
}
