/** Elements of the screens. */
import type { Form, FormValues } from "latchkey/react/parts"
import type { ReactNode } from "react"
import { Pressable, StyleSheet, Text, TextInput, type TextInputProps, View } from "react-native"

export const Page = ({ children, title }: { readonly children?: ReactNode; readonly title: string }) => (
  <View style={styles.page}>
    <Text accessibilityRole="header" style={styles.title}>{title}</Text>
    {children}
  </View>
)

export const Button = (
  { disabled = false, onPress, title }: {
    readonly title: string
    readonly onPress: () => void
    readonly disabled?: boolean
  }
) => (
  <Pressable accessibilityRole="button" disabled={disabled} onPress={onPress} style={styles.button}>
    <Text style={styles.action}>{title}</Text>
  </Pressable>
)

/** Shows the message of an error. */
export const Problem = ({ problem }: { readonly problem: unknown }) =>
  problem instanceof Error ? <Text accessibilityRole="alert" style={styles.problem}>{problem.message}</Text> : null

interface FieldProps<V extends FormValues> extends TextInputProps {
  readonly form: Form<V>
  readonly name: keyof V & string
  readonly label: string
}

/** A text field of a form, with its error message. The return key submits the form. */
export const Field = <V extends FormValues>({ form, label, name, ...rest }: FieldProps<V>) => (
  <View>
    <TextInput
      accessibilityLabel={label}
      autoCapitalize="none"
      placeholder={label}
      value={String(form.values[name])}
      onChangeText={(text) => form.set(name, text as V[typeof name])}
      onSubmitEditing={form.submit}
      style={styles.field}
      {...rest}
    />
    <Problem problem={form.problems[name]} />
  </View>
)

/** The submit button of a form, and the form's error message. */
export const Submit = <V extends FormValues>(
  { form, title }: { readonly form: Form<V>; readonly title: string }
) => (
  <>
    <Problem problem={form.problem} />
    <Button title={title} disabled={form.pending} onPress={form.submit} />
  </>
)

const styles = StyleSheet.create({
  page: { flex: 1, justifyContent: "center", gap: 12, padding: 24 },
  title: { fontSize: 24, fontWeight: "600" },
  field: { borderWidth: 1, borderColor: "#767676", borderRadius: 8, padding: 12 },
  button: { alignItems: "center", borderRadius: 8, backgroundColor: "#1a1a1a", padding: 12 },
  action: { color: "white" },
  problem: { color: "#b00020" }
})
