// redirects signed-out visitors to the sign-in page, and back after the sign-in
export default defineNuxtRouteMiddleware((to) => {
  if (useCurrentUser().value !== null) return
  return navigateTo({ path: "/sign-in", query: { after_auth_return_to: to.fullPath } })
})
