import type { PasswordParams } from './page.ts'

/** Asks for a password and returns to a player page. Not in `build.ts`, which every page loads. */
export const passwordUrl = ({ to }: PasswordParams = {}): string =>
  to === undefined ? '/player/password' : `/player/password?${new URLSearchParams({ to }).toString()}`
