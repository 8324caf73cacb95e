/**
 * Values of all account dialogs. They share one set, so that an address typed in one dialog is filled in in the next.
 */
export interface AccountValues {
  /** Name or e-mail of an existing account. */
  account: string
  password: string
  captcha: string
  remember: boolean
  /** Name of a new account. */
  name: string
  email: string
  code: string
  oldPassword: string
  newPassword: string
  againPassword: string
}

export type AccountField = keyof AccountValues

export const emptyValues: AccountValues = {
  account: '',
  password: '',
  captcha: '',
  remember: true,
  name: '',
  email: '',
  code: '',
  oldPassword: '',
  newPassword: '',
  againPassword: '',
}
