import { LatchkeyProvider, useAction, useClient, useUser } from "latchkey/react"
import { useSignIn } from "latchkey/react/parts"
import { Suspense } from "react"
import { Pressable, StyleSheet, Text, TextInput, View } from "react-native"
import { layer } from "./latchkey"

const stay = { onSignedIn: () => {} }

const SignIn = () => {
  const state = useSignIn(stay)
  if (state.step !== "methods" || state.byPassword === undefined) return <Text>One moment …</Text>
  const form = state.byPassword
  const problem = form.problem ?? form.problems.email ?? form.problems.password
  return (
    <>
      <Text style={styles.title}>Sign in to {state.projectName}</Text>
      <TextInput
        accessibilityLabel="Email"
        placeholder="Email"
        autoCapitalize="none"
        keyboardType="email-address"
        value={form.values.email}
        onChangeText={(email) => form.set("email", email)}
      />
      <TextInput
        accessibilityLabel="Password"
        placeholder="Password"
        secureTextEntry
        value={form.values.password}
        onChangeText={(password) => form.set("password", password)}
      />
      {problem instanceof Error ? <Text accessibilityRole="alert">{problem.message}</Text> : null}
      <Pressable disabled={form.pending} onPress={form.submit}>
        <Text style={styles.button}>Sign in</Text>
      </Pressable>
    </>
  )
}

const Home = () => {
  const user = useUser()
  const client = useClient()
  const leaving = useAction(() => client.signOut())
  if (user === null) return <SignIn />
  return (
    <>
      <Text style={styles.title}>Hello {user.displayName ?? user.primaryEmail}</Text>
      <Pressable disabled={leaving.isPending} onPress={() => void leaving.run()}>
        <Text style={styles.button}>Sign out</Text>
      </Pressable>
    </>
  )
}

export default function App() {
  return (
    <LatchkeyProvider layer={layer}>
      <View style={styles.page}>
        <Suspense fallback={<Text>One moment …</Text>}>
          <Home />
        </Suspense>
      </View>
    </LatchkeyProvider>
  )
}

const styles = StyleSheet.create({
  page: { flex: 1, justifyContent: "center", gap: 16, padding: 24 },
  title: { fontSize: 24 },
  button: { fontSize: 18, color: "#0a58ca" }
})
