/**
 * Everything that the account dialogs ask for. They share one set of values while they follow one another, so that an
 * address which was typed in one of them stands in the next.
 */
export interface AccountValues {
  /** Name or e-mail of an account that is there. */
  account: string
  password: string
  captcha: string
  remember: boolean
  /** Name of an account that is to be. */
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
