/** The ready-made screens in your brand's colours, in another language, and with other texts. */
import { Brand, de, en, Language, type Texts, useTexts } from "latchkey/react/screens"
import type { ReactNode } from "react"

// #region brand
/** Shows your name and logo, instead of the project's name and its first letter. */
export const OurBrand = ({ children }: { readonly children: ReactNode }) => (
  <Brand name="Analytical Engines" logo={<img src="/logo.svg" alt="" height={32} />}>{children}</Brand>
)
// #endregion

// #region language
/** The screens in German. */
export const German = ({ children }: { readonly children: ReactNode }) => <Language texts={de}>{children}</Language>
// #endregion

// #region words
/** English texts, two of them replaced. */
const texts: Texts = {
  ...en,
  signIn: { ...en.signIn, title: "Welcome to {project}", submit: "Come in" }
}

export const OurTexts = ({ children }: { readonly children: ReactNode }) => (
  <Language texts={texts}>{children}</Language>
)
// #endregion

// #region use
/** A component of your own, in the language of the screens. */
export const Save = () => <button>{useTexts().common.save}</button>
// #endregion
