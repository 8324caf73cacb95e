import fc from 'fast-check'
import {
  callsByDomain,
  replyCode,
  userExport,
  userInfo,
  userLeave,
  userPassword,
  userPortrait,
  userSessionEnd,
  userSessions,
  userSessionsEnd,
  userStay,
  userUpdate,
  type Call,
  type SendOf,
} from '@yunmu/contract'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountsOf, password } from '../../../testing/accounts.ts'
import { buildTestApp, type Answer, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let a: ReturnType<typeof accountsOf>
let token: string
beforeAll(async () => {
  t = await buildTestApp()
  a = accountsOf(t)
  for (const name of ['linxia', 'meilan', 'baobao']) {
    await t.station.accounts.manager.add({ name, email: `${name}@b.example`, password })
  }
  token = (await a.enter('linxia')).token
})

const after = (sec: number): void => t.clock.set(t.clock.nowMs() + sec * 1000)
const make = <C extends Call>(call: C, send: SendOf<C>, as = token): Promise<Answer> =>
  t.make(call, send, { token: as })
const refusalOf = ({ code, data }: Answer): unknown => (code === replyCode.done ? 'none' : data)
const ended = { code: replyCode.sessionEnded }
const sessionsOf = async (as: string) => userSessions.reply.parse((await make(userSessions, {}, as)).data).list

describe('the profile', () => {
  test.each([
    ['NicknameInvalid', { userNickName: '' }],
    ['NicknameInvalid', { userNickName: '\u202e林' }],
    ['NicknameInvalid', { userNickName: 'x'.repeat(21) }],
    ['NicknameInvalid', { userNickName: '管理员' }],
    ['QqInvalid', { userQq: '12' }],
    ['QqInvalid', { userNickName: '改了', userQq: '<b>' }],
  ])('[E05] %s for %j, and nothing changes', async (refusal, send) => {
    expect(refusalOf(await make(userUpdate, send))).toMatchObject({ refusal })
    expect(await make(userInfo, {})).toMatchObject({ data: { userNickName: 'linxia', userQq: '' } })
  })

  test('[E05] given fields change, others do not', async () => {
    await make(userUpdate, { userQq: '123456' })
    expect(await make(userUpdate, { userNickName: '看剧的小林' })).toMatchObject({
      code: replyCode.done,
      data: { userNickName: '看剧的小林', userQq: '123456', userName: 'linxia' },
    })
  })

  test('[E05] [H01] whether scores are hidden is kept with the account', async () => {
    expect(await make(userInfo, {})).toMatchObject({ data: { hidesScores: false } })
    expect(await make(userUpdate, { hidesScores: true })).toMatchObject({ data: { hidesScores: true } })
    expect(await make(userUpdate, { userQq: '' })).toMatchObject({ data: { hidesScores: true, userQq: '' } })
    expect(await make(userUpdate, { hidesScores: false })).toMatchObject({ data: { hidesScores: false } })
  })
})

describe('the portrait', () => {
  const picture = async (width: number, height: number, format: 'png' | 'jpeg' | 'gif' = 'png'): Promise<string> => {
    const drawn = sharp({ create: { width, height, channels: 3, background: '#345' } })
    return (
      await drawn
        .withMetadata({ exif: { IFD0: { Artist: 'somebody' } } })
        .toFormat(format)
        .toBuffer()
    ).toString('base64')
  }
  const get = (url: string) => t.app.inject({ method: 'GET', url })

  test('[E05] what is not a picture, is broken, is an SVG or decompresses to too much is refused', async () => {
    const whole = await picture(300, 200)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    const huge = sharp({ create: { width: 6000, height: 6000, channels: 3, background: '#345' } })
    const bomb = (await huge.webp({ lossless: true }).toBuffer()).toString('base64')
    const hostile = [
      'AAAA',
      '!',
      Buffer.from(svg).toString('base64'),
      whole.slice(0, whole.length / 2),
      await picture(9, 9, 'gif'),
    ]
    hostile.push(bomb)
    for (const image of hostile)
      expect(refusalOf(await make(userPortrait, { image }))).toMatchObject({ refusal: 'PortraitInvalid' })
    expect(await make(userInfo, {})).toMatchObject({ data: { userPortrait: '' } })
  })

  test('[E05] a picture is stored as a small square without metadata; a new one replaces it', async () => {
    const portraitOf = ({ data }: Answer): string => userPortrait.reply.parse(data).userPortrait
    const first = portraitOf(await make(userPortrait, { image: await picture(300, 200, 'jpeg') }))
    expect(first).toMatch(/^\/media\/portraits\/[\w-]{22}\.webp$/)
    const served = await get(first)
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=86400',
    })
    const { exif, ...size } = await sharp(served.rawPayload).metadata()
    expect(size).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect(exif).toBeUndefined()
    const second = portraitOf(await make(userPortrait, { image: await picture(20, 20) }))
    expect(second).not.toBe(first)
    expect((await get(second)).statusCode).toBe(200)
    expect((await get('/media/portraits/..%2f..%2fsecrets.json')).statusCode).toBeGreaterThanOrEqual(400)
    expect(portraitOf(await make(userPortrait, { image: '' }))).toBe('')
    const image = await picture(20, 20)
    await Promise.all(Array.from({ length: 5 }, () => make(userPortrait, { image })))
    await make(userPortrait, { image: '' })
    expect(await readdir(join(t.platform.config.dataDir, 'portraits'))).toEqual([])
  })
})

describe('the password', () => {
  const fresh = 'xin-mima-2046'
  const change = (oldPassword: string, given: string, againPassword = given, as = token) =>
    make(userPassword, { oldPassword, password: given, againPassword }, as)

  test.each([
    ['PasswordMismatch', password, fresh, 'another'],
    ['PasswordWeak', password, 'linxia', undefined],
    ['PasswordWeak', password, '11111111', undefined],
    ['PasswordSame', password, password, undefined],
    ['PasswordWrong', 'not the password', fresh, undefined],
    ['PasswordWrong', '', fresh, undefined],
  ])('[E05] %s', async (refusal, old, given, again) => {
    expect(refusalOf(await change(old, given, again))).toMatchObject({ refusal })
  })

  test('[E05] guessing the old one is slowed like a login', async () => {
    const { token: own } = await a.enter('meilan')
    for (let at = 0; at < 5; at++) await change('wrong', fresh, fresh, own)
    expect(refusalOf(await change(password, fresh, fresh, own))).toMatchObject({
      refusal: 'LoginLocked',
      retryAfterSec: 30,
    })
  })

  test('[E05] changing it signs every other device out with code 14, and not this one', async () => {
    const { token: elsewhere } = await a.enter('linxia')
    expect(await make(userInfo, {}, elsewhere)).toMatchObject({ code: replyCode.done })
    expect(await change(password, fresh)).toMatchObject({ code: replyCode.done })
    expect(await make(userInfo, {}, elsewhere)).toMatchObject(ended)
    expect(await make(userInfo, {})).toMatchObject({ code: replyCode.done })
    expect(refusalOf(await a.login('linxia'))).toMatchObject({ refusal: 'LoginWrong' })
    expect(await change(fresh, password)).toMatchObject({ code: replyCode.done })
  })
})

describe('sessions', () => {
  test('[E02] one is ended, then all others; each is refused with code 14 from then on', async () => {
    const tokens = [token]
    for (let at = 0; at < 3; at++) tokens.push((await a.enter('linxia')).token)
    const list = await sessionsOf(token)
    expect(list.filter(({ current }) => current)).toHaveLength(1)
    const mine = JSON.parse(Buffer.from((tokens[1] ?? '').split('.')[1] ?? '', 'base64url').toString()).sid
    expect(refusalOf(await make(userSessionEnd, { id: 'no such id' }))).toMatchObject({ refusal: 'NoSuchSession' })
    expect(await make(userSessionEnd, { id: mine })).toMatchObject({ code: replyCode.done })
    expect(refusalOf(await make(userSessionEnd, { id: mine }))).toMatchObject({ refusal: 'NoSuchSession' })
    expect(refusalOf(await make(userInfo, {}, tokens[1]))).toMatchObject({ refusal: 'SessionSignedOut' })
    const others = await make(userSessionsEnd, {})
    expect(userSessionsEnd.reply.parse(others.data).ended).toBe(list.length - 2)
    for (const other of tokens.slice(2)) expect(await make(userInfo, {}, other)).toMatchObject(ended)
    expect(await sessionsOf(token)).toMatchObject([{ current: true }])
  })

  test('the most recently used is first; the last use is written once a minute', async () => {
    const { token: other } = await a.enter('linxia')
    after(120)
    await make(userInfo, {})
    const [first, second] = await sessionsOf(token)
    expect(first?.current).toBe(true)
    expect((first?.seenAt ?? 0) - (second?.seenAt ?? 0)).toBe(120)
    await make(userSessionsEnd, {}, other)
    token = (await a.enter('linxia')).token
  })

  test('[E07] a disabled user is signed out with code 14 at once, and so is a token of the operator', async () => {
    const { token: own } = await a.enter('baobao')
    const issued = await t.station.accounts.manager.issueToken('baobao', { name: '备份', days: 1, scope: 'account' })
    const program = typeof issued === 'string' ? '' : issued.token
    expect((await sessionsOf(own)).map(({ device }) => device)).toContain('备份')
    await t.station.accounts.manager.setDisabled('baobao', true)
    for (const each of [own, program]) expect(await make(userInfo, {}, each)).toMatchObject(ended)
    await t.station.accounts.manager.setDisabled('baobao', false)
  })

  test('[K05] who is signed out by a disabled account is told so, also when it is enabled again, and nothing of another login', async () => {
    const { manager } = t.station.accounts
    const { token: own } = await a.enter('baobao')
    await manager.setDisabled('baobao', true)
    expect(await make(userInfo, {}, own)).toMatchObject({ ...ended, msg: '这个账号已被停用，请联系站方' })
    await manager.setDisabled('baobao', false)
    expect(await make(userInfo, {}, own)).toMatchObject({
      ...ended,
      msg: '账号停用期间登录已退出，现已恢复，请重新登录',
    })
    const { token: again } = await a.enter('baobao')
    expect(await make(userInfo, {}, again)).toMatchObject({ code: replyCode.done })
    await manager.setPassword('baobao', 'xin-mima-2046')
    expect(await make(userInfo, {}, again)).toMatchObject({ ...ended, msg: '账号已在别处登录或密码已修改，请重新登录' })
    await manager.setPassword('baobao', password)
  })

  test('[J01] a new role counts from the next call', async () => {
    const { token: own } = await a.enter('baobao')
    const { sub, sid } = JSON.parse(Buffer.from(own.split('.')[1] ?? '', 'base64url').toString())
    const viewer = () => t.station.accounts.findSession(sid, Number(sub), t.clock.nowMs())
    expect(await viewer()).toMatchObject({ viewer: { isVip: false, authorityId: 0 } })
    await t.station.accounts.manager.grantVip('baobao', 1)
    expect(await viewer()).toMatchObject({ viewer: { isVip: true } })
    after(24 * 3600)
    expect(await viewer()).toMatchObject({ viewer: { isVip: false } })
    await t.station.accounts.manager.setRole('baobao', 'admin')
    expect(await viewer()).toMatchObject({ viewer: { authorityId: 1 } })
  })

  test('[J01] whose VIP was revoked has no end date', async () => {
    const { manager } = t.station.accounts
    await manager.grantVip('baobao', 30)
    await manager.revokeVip('baobao')
    const own = (await a.enter('baobao')).user
    expect(own).toMatchObject({ groupId: 2, userEndTime: 0 })
  })

  test('[J01] grants that run at once add up', async () => {
    const { manager } = t.station.accounts
    await manager.revokeVip('baobao')
    await Promise.all([1, 2, 4].map((days) => manager.grantVip('baobao', days)))
    const now = Math.floor(t.clock.nowMs() / 1000)
    expect(await manager.find('baobao')).toMatchObject({ groupId: 3, userEndTime: now + 7 * 24 * 3600 })
  })

  test('[J01] VIP and role never change each other, in any order of commands', async () => {
    const { manager } = t.station.accounts
    const command = fc.oneof(
      fc.integer({ min: 1, max: 400 }),
      fc.constant('revoke' as const),
      fc.constantFrom('user' as const, 'admin' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 8 }), async (commands) => {
        await manager.setRole('baobao', 'user')
        await manager.revokeVip('baobao')
        let [days, authorityId] = [0, 0]
        for (const given of commands) {
          if (typeof given === 'number') {
            days += given
            await manager.grantVip('baobao', given)
          } else if (given === 'revoke') {
            days = 0
            await manager.revokeVip('baobao')
          } else {
            authorityId = given === 'admin' ? 1 : 0
            await manager.setRole('baobao', given)
          }
        }
        const userEndTime = days === 0 ? 0 : Math.floor(t.clock.nowMs() / 1000) + days * 24 * 3600
        expect(await manager.find('baobao')).toMatchObject({ authorityId, groupId: days === 0 ? 2 : 3, userEndTime })
      }),
      { numRuns: 20 },
    )
  })
})

describe('two people', () => {
  /** Every call of accounts that takes an id, with the id of another user. */
  const matrix: [Call, () => Promise<Record<string, unknown>>, string][] = [
    [
      userSessionEnd,
      async () => ({ id: (await sessionsOf((await a.enter('baobao')).token))[0]?.id ?? '' }),
      'NoSuchSession',
    ],
  ]
  test.each(matrix)('[E07] $name refuses what belongs to another user', async (call, send, refusal) => {
    const other = await a.enter('baobao')
    expect(refusalOf(await make(call, await send()))).toMatchObject({ refusal })
    expect(await make(userInfo, {}, other.token)).toMatchObject({ code: replyCode.done })
  })

  test('[E07] no other call of accounts takes an id: each concerns the signed-in user', async () => {
    const taking = callsByDomain.accounts
      .filter(({ send }) => Object.keys(send.shape).some((field) => /^(id|userId|ids)$/.test(field)))
      .map(({ name }) => name)
    expect(taking).toEqual(matrix.map(([{ name }]) => name))
  })

  test('[E07] ending, changing and reading concern one’s own data only', async () => {
    const { token: other } = await a.enter('baobao')
    await make(userSessionsEnd, {})
    await make(userUpdate, { userNickName: '只改自己' })
    expect(await make(userInfo, {}, other)).toMatchObject({
      code: replyCode.done,
      data: { userName: 'baobao', userNickName: 'baobao' },
    })
    expect((await sessionsOf(token)).length).toBe(1)
  })
})

describe('the export and the deletion', () => {
  test('[E05] all stored data is exported as one file once a minute, without a secret in it', async () => {
    const answer = await make(userExport, {})
    const { file } = userExport.reply.parse(answer.data)
    const exported: unknown = JSON.parse(file)
    expect(exported).toMatchObject({
      account: { userName: 'linxia', userEmail: 'linxia@b.example', userNickName: '只改自己' },
      sessions: [{ network: expect.stringContaining('*') }],
      library: { records: [] },
    })
    expect(file).not.toMatch(/argon2|eyJ/)
    expect(await make(userExport, {})).toMatchObject({ code: replyCode.refused, msg: '刚刚导出过，请 60 秒后再试' })
    after(61)
    expect(await make(userExport, {})).toMatchObject({ code: replyCode.done })
  })

  test('[E05] an account is deleted 30 days after the request, which needs the password and can be cancelled', async () => {
    const { clean } = t.station.accounts
    expect(refusalOf(await make(userLeave, { password: 'wrong' }))).toMatchObject({ refusal: 'PasswordWrong' })
    const graceSec = 30 * 24 * 3600
    const leaveAt = Math.floor(t.clock.nowMs() / 1000) + graceSec
    expect(await make(userLeave, { password })).toMatchObject({ data: { leaveAt } })
    expect(await make(userStay, {})).toMatchObject({ data: { leaveAt: 0 } })
    await make(userLeave, { password })
    after(graceSec - 10)
    await clean()
    token = (await a.enter('linxia')).token
    expect(await make(userInfo, {})).toMatchObject({ data: { leaveAt } })
    after(10)
    await clean()
    expect(await make(userInfo, {})).toMatchObject({ code: replyCode.tokenInvalid })
    const { rows } = await t.platform.pool.query(`select name from app_user where name in ('linxia', 'meilan')`)
    expect(rows).toEqual([{ name: 'meilan' }])
  })
})
