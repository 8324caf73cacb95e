/** To where something is said. The field over the picture comes first: then the others are hidden behind it. */
export function enterField(): void {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-danmaku-field]')]
  const shown = fields.filter((field) => field.checkVisibility())
  const field = shown.find((one) => one.closest('[data-player]') !== null) ?? shown[0]
  if (field instanceof HTMLButtonElement) field.click()
  else field?.focus()
}

/** To the picture, where the keys of the player work: to what fills the screen, beyond which nothing can have the focus. */
export const focusPicture = (): void =>
  document.querySelector<HTMLElement>('[data-player] [data-keys]')?.focus({ preventScroll: true })
