/** Focuses the visible send field. The field inside the player comes first: in full screen it hides the others. */
export function focusSendField(): void {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-danmaku-field]')]
  const shown = fields.filter((field) => field.checkVisibility())
  const field = shown.find((one) => one.closest('[data-player]') !== null) ?? shown[0]
  if (field instanceof HTMLButtonElement) field.click()
  else field?.focus()
}

/** Focuses the player, so that its keys work; in full screen nothing outside it can have the focus. */
export const focusPlayer = (): void =>
  document.querySelector<HTMLElement>('[data-player] [data-keys]')?.focus({ preventScroll: true })
