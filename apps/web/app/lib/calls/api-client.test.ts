import { refusals, type RefusalName } from '@yunmu/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeCall } from './api-client.ts'
import { RefusedError } from './call-errors.ts'
import { perform } from './call-query.ts'
import { closeDialog, dialogs } from '../shell/dialogs.ts'
import { isSignedIn, signIn, signOut } from '../session/session.ts'
import { toasts } from '../shell/toasts.ts'

/** The other end of the wire: answers one request after the other. `asked` are the tokens that came along. */
let answers: (() => object | Promise<object>)[] = []
let asked: (string | null)[] = []
let went: string[] = []

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

const user = {
  userId: 7,
  userName: 'yehang',
  userNickName: '夜航',
  userEmail: '',
  userPortrait: '',
  userQq: '',
  adult: false,
  groupId: 2,
  userEndTime: 0,
  subLiveIds: [],
  authorityId: 0,
  hasPassword: true,
  leaveAt: 0,
}

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

beforeEach(() => {
  ;[answers, asked, went] = [[], [], []]
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('location', {
    pathname: '/',
    reload: () => went.push('again'),
    assign: (address: string) => went.push(address),
  })
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: JSON.stringify({ siteKey: 'k'.repeat(43), now: 1_795_000_000 }) }),
    activeElement: null,
    cookie: '',
  })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://station.example').searchParams.get('_he'))
    const answer = await answers.shift()?.()
    return { json: async () => answer }
  })
  toasts.setState({ list: [] })
})
afterEach(() => {
  signOut()
  closeDialog()
  vi.unstubAllGlobals()
})

const said = (): string[] => toasts.getState().list.map(({ text }) => text)
const signedInWith = (token: string): void => signIn({ token, user })

describe('a call that a person asked for', () => {
  test('[K05] 7 is told as a warning', async () => {
    answers = [refusing('OnlyWayIn')]
    expect(await perform('userThirdUnbind', { authType: 'x' }, 's')).toBeNull()
    expect(toasts.getState().list).toMatchObject([{ text: refusals.OnlyWayIn.msg, kind: 'warning' }])
  })

  test('[D02] a refusal tells how long to wait, where the server does', async () => {
    const { code, msg } = refusals.CodeTooSoon
    answers = [
      () => ({ code, msg, data: { refusal: 'CodeTooSoon', retryAfterSec: 40 }, day: '2026-11-21' }),
      refusing('CodeTooSoon'),
    ]
    const send = { to: 'lin@b.example', captcha: 'q7wz', captcha_id: 'x' }
    await expect(makeCall('emailRegister', send, 's')).rejects.toMatchObject({ retryAfterSec: 40 })
    await expect(makeCall('emailRegister', send, 's')).rejects.toMatchObject({ retryAfterSec: 0 })
  })

  test.each(['AlreadyDone', 'TooSoon', 'NothingToPlay'] as const)(
    '[K05] %s comes to nothing, without a word',
    async (name) => {
      signedInWith('a.b.c')
      answers = [refusing(name)]
      expect(await perform('userThirdUnbind', { authType: 'x' }, 's')).toBeNull()
      expect([said(), dialogs.getState().request, isSignedIn(), went]).toEqual([[], null, true, []])
    },
  )

  test('[K05] a network that is gone is told', async () => {
    answers = [() => Promise.reject(new TypeError('failed to fetch'))]
    expect(await perform('userLogout', {}, 's')).toBeNull()
    expect(said()).toEqual(['网络不通或服务器没有回应'])
  })
})

describe('any call', () => {
  test('[K05] 12 opens the login dialog; who closes it is refused, who signs in gets what they asked for', async () => {
    answers = [refusing('LoginNeeded')]
    const given = makeCall('userLogout', {}, 's').catch((err: unknown) => err)
    await vi.waitFor(() => expect(dialogs.getState().request).toEqual(['login']))
    closeDialog()
    expect(await given).toBeInstanceOf(RefusedError)

    answers = [refusing('LoginNeeded'), done({})]
    const again = makeCall('userLogout', {}, 's')
    await vi.waitFor(() => expect(dialogs.getState().request).toEqual(['login']))
    signedInWith('new.b.c')
    closeDialog()
    expect(await again).toEqual({})
    expect(asked).toEqual([null, null, 'new'])
  })

  test.each(['TokenExpired', 'TokenInvalid'] as const)(
    '[K05] %s signs out silently, and asks as a visitor what visitors may',
    async (name) => {
      signedInWith('old.b.c')
      answers = [refusing(name), done({ signedIn: null, name: '' })]
      const ticket = { authType: 'x', accessToken: 'i', accessSecret: 's' }
      expect(await makeCall('userThirdLogin', ticket, 's')).toEqual({ signedIn: null, name: '' })
      expect([asked, isSignedIn(), said(), went]).toEqual([['old', null], false, [], []])
      signedInWith('old.b.c')
      answers = [refusing(name)]
      await expect(makeCall('userInfo', {}, 's')).rejects.toMatchObject({ refusal: name })
      expect([isSignedIn(), said(), went, dialogs.getState().request]).toEqual([false, [], [], null])
    },
  )

  test('[K05] SessionEnded signs out and begins the page anew, or goes home where the page needs a person', async () => {
    for (const [pathname, goes] of [
      ['/details/1/2', 'again'],
      ['/user/info', '/'],
    ] as const) {
      Object.assign(location, { pathname })
      signedInWith('old.b.c')
      answers = [refusing('SessionEnded')]
      await expect(makeCall('userInfo', {}, 's')).rejects.toMatchObject({ refusal: 'SessionEnded' })
      expect([isSignedIn(), went.splice(0)]).toEqual([false, [goes]])
    }
  })

  test('[K05] a late no to an old token ends no session that began since, and what was asked is not done in its name', async () => {
    signedInWith('old.b.c')
    answers = [
      () => {
        signedInWith('new.b.c')
        return refusing('SessionEnded')()
      },
    ]
    await expect(makeCall('userLogout', {}, 's')).rejects.toMatchObject({ refusal: 'SessionEnded' })
    expect([asked, isSignedIn(), went]).toEqual([['old'], true, []])
  })

  test('[K05] a stale signature sets the clock and asks once more, not twice', async () => {
    answers = [refusing('StaleSignature'), refusing('StaleSignature')]
    await expect(makeCall('userLogout', {}, 's')).rejects.toMatchObject({ refusal: 'StaleSignature' })
    expect(asked).toHaveLength(2)
  })
})
