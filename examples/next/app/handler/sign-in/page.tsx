export default function SignIn() {
  return <p>Sign in first.</p>
}
