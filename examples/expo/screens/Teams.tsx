import { useTeamsSection } from "latchkey/react/parts"
import { Text } from "react-native"
import { Button, Field, Problem, Submit } from "../elements"

/** The user's teams, and a form that creates one. */
export const Teams = () => {
  const state = useTeamsSection()
  if (state.step === "loading") return <Text>Loading teams …</Text>
  if (state.step === "failed") {
    return (
      <>
        <Problem problem={state.problem} />
        <Button title="Try again" onPress={state.retry} />
      </>
    )
  }
  const { create, select, selectedTeamId, teams } = state
  return (
    <>
      {teams.map(({ displayName, id }) => (
        <Button
          key={id}
          title={id === selectedTeamId ? `Team: ${displayName}` : `Switch to ${displayName}`}
          disabled={id === selectedTeamId}
          onPress={() => select.run(id)}
        />
      ))}
      {create === undefined ? null : (
        <>
          <Field form={create} name="displayName" label="Team name" autoCapitalize="words" />
          <Submit form={create} title="Create a team" />
        </>
      )}
    </>
  )
}
