/** The ready screens in three brands, each ten lines of `themes.css`. */
import { ForgotPassword } from "latchkey/react/screens"
import { useState } from "react"
import "./themes.css"

const themes = { "": "Plain", paper: "Paper", night: "Night", candy: "Candy" }

export const Themes = () => {
  const [theme, setTheme] = useState("paper")
  return (
    <>
      <aside aria-label="Choose a theme">
        <fieldset className="app-themes">
          <legend>Theme</legend>
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
      <div data-theme={theme}>
        <ForgotPassword />
      </div>
    </>
  )
}
