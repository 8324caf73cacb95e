import { emailRegister, indexMessages, legalDocument, userRegister, type LegalKind } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { describe, expect, test } from 'vitest'
import { accountsOf } from '../../testing/accounts.ts'
import { buildTestApp } from '../../testing/test-app.ts'

describe('the texts', () => {
  test('a station whose operator has written none shows its own, with the e-mail address of the operator', async () => {
    const t = await buildTestApp()
    const read = async (kind: LegalKind) => (await t.make(legalDocument, { kind })).data
    for (const kind of ['terms', 'privacy', 'vip'] as const)
      expect(await read(kind)).toMatchObject({ kind, isDefault: true, version: 1, day: '2026-11-27' })
    expect(JSON.stringify(await read('privacy'))).not.toContain('mailto:')
    await t.station.site.write({ email: 'ren@station.example', name: '北屿' })
    for (const kind of ['terms', 'privacy', 'vip'] as const) {
      const text = JSON.stringify(await read(kind))
      expect(text).toContain('"href":"mailto:ren@station.example"')
      expect(text).toContain('北屿')
    }
    expect(JSON.stringify(await read('vip'))).toContain('付款后 7 天内')
    await t.station.site.write({ vip_cooling_off_days: 0, vip_tax_note: '含税' })
    const terms = JSON.stringify(await read('vip'))
    expect(terms).toContain('不支持无理由退款')
    expect(terms).toContain('含税')
  })

  test('[E07] the privacy text of the station names the host of a statistics script', async () => {
    const t = await buildTestApp()
    const read = async () => JSON.stringify((await t.make(legalDocument, { kind: 'privacy' })).data)
    expect(await read()).toContain('本站没有第三方统计')
    await t.station.site.write({ stats_script: 'https://count.example/c.js' })
    const text = await read()
    expect(text).not.toContain('没有第三方统计')
    expect(text).not.toContain('所以本站不弹出')
    expect(text.split('count.example')).toHaveLength(4)
  })

  test('an empty or endless text is refused, and nothing is published', async () => {
    const t = await buildTestApp()
    expect(await t.station.legal.publish('terms', ' \n')).toBe('TextEmpty')
    expect(await t.station.legal.publish('terms', '字'.repeat(100_001))).toBe('TextTooLong')
    expect(await t.station.legal.current('terms')).toMatchObject({ isDefault: true })
  })

  test('what the operator publishes is shown at once in either script, with its version and day; former versions stay', async () => {
    const t = await buildTestApp()
    await t.make(legalDocument, { kind: 'terms' })
    expect(await t.station.legal.publish('terms', '## 总则\n\n第一版')).toBe(1)
    expect(await t.station.legal.publish('terms', '## 总则\n\n第二版', { isQuiet: true })).toBe(2)
    const expected = { version: 2, isDefault: false, day: chinaDay(t.clock.nowMs() / 1000) }
    expect((await t.make(legalDocument, { kind: 'terms' })).data).toMatchObject({
      ...expected,
      blocks: [
        { is: 'heading', runs: [{ text: '总则' }] },
        { is: 'paragraph', runs: [{ text: '第二版' }] },
      ],
    })
    expect((await t.make(legalDocument, { kind: 'terms' }, { lang: 't' })).data).toMatchObject({
      blocks: [{ runs: [{ text: '總則' }] }, {}],
    })
    expect(await t.station.legal.find('terms', 1)).toMatchObject({ text: '## 总则\n\n第一版' })
    const messages = await t.make(indexMessages, { type: 'bulletin', n: 5 }, { as: 'lin' })
    const { list } = indexMessages.reply.parse(messages.data)
    expect(list.map(({ title }) => title)).toEqual(['《用户协议》已更新'])
  })
})

describe('consent', () => {
  test('[D02] registering stores which terms and privacy text were agreed to; the export has it, and it goes with the account', async () => {
    const t = await buildTestApp()
    await t.platform.jobs.start()
    const accounts = accountsOf(t)
    await t.station.legal.publish('privacy', '存得很少', { isQuiet: true })
    const email = 'xin@b.example'
    await t.make(emailRegister, { to: email, captcha: '', captcha_id: '' })
    const form = await accounts.form('xin', email, await accounts.codeIn(email))
    const { user } = userRegister.reply.parse(
      (await t.make(userRegister, { ...form, captcha: '', captcha_id: '' })).data,
    )
    const stored = async () =>
      (
        await t.platform.pool.query<{ kind: string; version: string }>(
          'select kind, version from legal_consent where user_id = $1 order by kind',
          [user.userId],
        )
      ).rows
    expect(await stored()).toEqual([
      { kind: 'privacy', version: '1' },
      { kind: 'terms', version: 'd1' },
    ])
    expect(await t.station.legal.module.personalData?.exportOf?.(user.userId)).toMatchObject([
      { text: '隐私政策', version: '1' },
      { text: '用户协议', version: 'd1' },
    ])
    await t.platform.pool.query('delete from app_user where id = $1', [user.userId])
    expect(await stored()).toEqual([])
  })
})
