// redirects signed-out visitors to the sign-in page, which returns to the page
export default defineNuxtRouteMiddleware((to) => {
  if (useCurrentUser().value !== null) return
  return navigateTo({ path: "/sign-in", query: { after_auth_return_to: to.fullPath } })
})
