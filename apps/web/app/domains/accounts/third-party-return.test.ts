import type { UserInfo } from '@yunmu/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeDialog, dialogs } from '../../lib/shell/dialogs.ts'
import { userOf } from '../../lib/session/session.fixture.ts'
import { signIn } from '../../lib/session/session.ts'
import { toasts } from '../../lib/shell/toasts.ts'
import { accountTexts } from './account-texts.ts'
import { handleThirdPartyReturn } from './third-party-return.ts'

const ticket = { authType: 'oidc', accessToken: 'id', accessSecret: 'secret' }
const lin: UserInfo = { ...userOf(7), userName: 'lin', userNickName: '林' }
const calls = vi.fn<typeof fetch>(async () => Response.error())
vi.stubGlobal('fetch', calls)
vi.stubGlobal('document', { fullscreenElement: null, activeElement: null })

beforeEach(() => {
  calls.mockClear()
  toasts.setState({ list: [] })
  closeDialog()
})

test('[E04] a login that one user started to bind is not bound to another who signed in meanwhile', async () => {
  for (const hasPassword of [false, true]) {
    signIn({ token: 'a.b.c', user: { ...lin, hasPassword } })
    await handleThirdPartyReturn({ intent: 'bind', userId: 8, ticket }, 's')
    expect(toasts.getState().list).toMatchObject([{ kind: 'warning', text: accountTexts.s.boundByOther }])
    expect([calls.mock.calls, dialogs.getState().request]).toEqual([[], null])
  }
})

test('[E04] a user with a password has to enter it before a login is bound', async () => {
  signIn({ token: 'a.b.c', user: lin })
  await handleThirdPartyReturn({ intent: 'bind', userId: 7, ticket }, 's')
  expect(dialogs.getState().request).toEqual(['thirdBind', { ...ticket, name: '' }, 'own'])
  expect(calls).not.toHaveBeenCalled()
})
