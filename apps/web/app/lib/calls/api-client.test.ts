import { refusals, type RefusalName } from '@yunmu/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeCall } from './api-client.ts'
import { RefusedError } from './call-errors.ts'
import { perform } from './call-query.ts'
import { closeDialog, dialogs } from '../shell/dialogs.ts'
import { isSignedIn, signIn, signOut } from '../session/session.ts'
import { stubDocument, stubStorage, userOf } from '../session/session.fixture.ts'
import { toasts } from '../shell/toasts.ts'

/** What the server replies to one request after the other, the tokens of the requests, and where the page navigated. */
let replies: (() => object | Promise<object>)[] = []
let sentTokens: (string | null)[] = []
let navigations: string[] = []

const refusing = (name: RefusalName) => () => ({
  code: refusals[name].code,
  msg: refusals[name].msg,
  data: {
    refusal: name,
    now: Math.floor(Date.now() / 1000),
  },
  day: '2026-11-21',
})
const done = (data: object) => () => ({ code: 0, data, msg: '', day: '2026-11-21' })

beforeEach(() => {
  ;[replies, sentTokens, navigations] = [[], [], []]
  stubStorage('localStorage')
  stubStorage('sessionStorage')
  vi.stubGlobal('location', {
    pathname: '/',
    reload: () => navigations.push('reload'),
    assign: (address: string) => navigations.push(address),
  })
  stubDocument()
  vi.stubGlobal('fetch', async (address: string) => {
    sentTokens.push(new URL(address, 'http://station.example').searchParams.get('_he'))
    const reply = await replies.shift()?.()
    return { json: async () => reply }
  })
  toasts.setState({ list: [] })
})
afterEach(() => {
  signOut()
  closeDialog()
  vi.unstubAllGlobals()
})

const toastTexts = (): string[] => toasts.getState().list.map(({ text }) => text)
const signedInWith = (token: string): void => signIn({ token, user: userOf(7) })

describe('a call that the user triggered', () => {
  test('[K05] [K06] refusal code 7 is shown as a warning', async () => {
    replies = [refusing('OnlyWayIn')]
    expect(await perform('userThirdUnbind', { authType: 'x' }, 's')).toBeNull()
    expect(toasts.getState().list).toMatchObject([{ text: refusals.OnlyWayIn.msg, kind: 'warning' }])
  })

  test('[D02] a refusal contains the waiting time that the server sends', async () => {
    const { code, msg } = refusals.CodeTooSoon
    replies = [
      () => ({ code, msg, data: { refusal: 'CodeTooSoon', retryAfterSec: 40 }, day: '2026-11-21' }),
      refusing('CodeTooSoon'),
    ]
    const send = { to: 'lin@b.example', captcha: 'q7wz', captcha_id: 'x' }
    await expect(makeCall('emailRegister', send, 's')).rejects.toMatchObject({ retryAfterSec: 40 })
    await expect(makeCall('emailRegister', send, 's')).rejects.toMatchObject({ retryAfterSec: 0 })
  })

  test.each(['AlreadyDone', 'TooSoon', 'NothingToPlay'] as const)(
    '[K05] [K06] after %s nothing happens, and no message is shown',
    async (name) => {
      signedInWith('a.b.c')
      replies = [refusing(name)]
      expect(await perform('userThirdUnbind', { authType: 'x' }, 's')).toBeNull()
      expect([toastTexts(), dialogs.getState().request, isSignedIn(), navigations]).toEqual([[], null, true, []])
    },
  )

  test.each([
    ['empty', null],
    ['empty text', ''],
    ['sealed with another key', 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9w'],
    ['no sealed data', '%%%'],
    ['not that of the call', { list: 7 }],
  ])('[K06] data that is %s is shown as a message, and the raw reply is handed on', async (_, data) => {
    const raw = { code: 0, data, msg: '', day: '2026-11-21' }
    replies = [() => raw, () => raw]
    await expect(makeCall('indexBanners', {}, 's')).rejects.toMatchObject({ name: 'UnreadableReplyError', raw })
    expect(await perform('userExport', {}, 's')).toBeNull()
    expect(toastTexts()).toEqual(['暂时连不上服务器'])
  })

  test('[K05] [K06] a failed connection is shown as a message', async () => {
    replies = [() => Promise.reject(new TypeError('failed to fetch'))]
    expect(await perform('userLogout', {}, 's')).toBeNull()
    expect(toastTexts()).toEqual(['暂时连不上服务器'])
  })
})

describe('any call', () => {
  test('[K05] [K06] refusal code 12 opens the login dialog: closing it rejects the call, signing in repeats it', async () => {
    replies = [refusing('LoginNeeded')]
    const closed = makeCall('userLogout', {}, 's').catch((err: unknown) => err)
    await vi.waitFor(() => expect(dialogs.getState().request).toEqual(['login']))
    closeDialog()
    expect(await closed).toBeInstanceOf(RefusedError)

    replies = [refusing('LoginNeeded'), done({})]
    const repeated = makeCall('userLogout', {}, 's')
    await vi.waitFor(() => expect(dialogs.getState().request).toEqual(['login']))
    signedInWith('new.b.c')
    closeDialog()
    expect(await repeated).toEqual({})
    expect(sentTokens).toEqual([null, null, 'new'])
  })

  test.each(['TokenExpired', 'TokenInvalid'] as const)(
    '[K05] [K06] %s signs out silently, and repeats the calls that visitors may make',
    async (name) => {
      signedInWith('old.b.c')
      replies = [refusing(name), done({ signedIn: null, name: '' })]
      const ticket = { authType: 'x', accessToken: 'i', accessSecret: 's' }
      expect(await makeCall('userThirdLogin', ticket, 's')).toEqual({ signedIn: null, name: '' })
      expect([sentTokens, isSignedIn(), toastTexts(), navigations]).toEqual([['old', null], false, [], []])
      signedInWith('old.b.c')
      replies = [refusing(name)]
      await expect(makeCall('userInfo', {}, 's')).rejects.toMatchObject({ refusal: name })
      expect([isSignedIn(), toastTexts(), navigations, dialogs.getState().request]).toEqual([false, [], [], null])
    },
  )

  test('[K05] two concurrent calls with an expired token are both repeated as a visitor', async () => {
    signedInWith('old.b.c')
    const reply = { signedIn: null, name: '' }
    replies = [refusing('TokenExpired'), refusing('TokenExpired'), done(reply), done(reply)]
    const ticket = { authType: 'x', accessToken: 'i', accessSecret: 's' }
    const both = ['one', 'other'].map((accessToken) => makeCall('userThirdLogin', { ...ticket, accessToken }, 's'))
    expect(await Promise.all(both)).toEqual([reply, reply])
    expect([sentTokens, isSignedIn()]).toEqual([['old', 'old', null, null], false])
  })

  test('[K05] [K06] SessionEnded signs out and reloads the page, or goes home if the page requires a user', async () => {
    for (const [pathname, navigation] of [
      ['/details/1/2', 'reload'],
      ['/user/info', '/'],
    ] as const) {
      Object.assign(location, { pathname })
      signedInWith('old.b.c')
      replies = [refusing('SessionEnded')]
      await expect(makeCall('userInfo', {}, 's')).rejects.toMatchObject({ refusal: 'SessionEnded' })
      expect([isSignedIn(), navigations.splice(0)]).toEqual([false, [navigation]])
    }
  })

  test('[K05] a late refusal of an old token does not end the new session, and the call is not repeated in it', async () => {
    signedInWith('old.b.c')
    replies = [
      () => {
        signedInWith('new.b.c')
        return refusing('SessionEnded')()
      },
    ]
    await expect(makeCall('userLogout', {}, 's')).rejects.toMatchObject({ refusal: 'SessionEnded' })
    expect([sentTokens, isSignedIn(), navigations]).toEqual([['old'], true, []])
  })

  test('[K05] a stale signature corrects the clock, and the call is repeated once', async () => {
    replies = [refusing('StaleSignature'), refusing('StaleSignature')]
    await expect(makeCall('userLogout', {}, 's')).rejects.toMatchObject({ refusal: 'StaleSignature' })
    expect(sentTokens).toHaveLength(2)
  })
})
