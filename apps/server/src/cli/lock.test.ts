import { expect, test } from 'vitest'
import { createCommandLine } from '../testing/command-line.ts'
import { runCommand } from '../testing/run-command.ts'
import { openTitleWriter } from '../testing/title-writer.ts'
import { aTitle } from '../testing/titles.ts'

const { database, folder, env, yunmu, refusal } = await createCommandLine()

const { writer } = openTitleWriter(database)
const { id } = await writer.saveTitle(aTitle({ name: '雾港来信' }), 1)
await writer.saveEpisodes(id, [{ source: '云播', level: 1, name: '正片' }], 1)

const password = 'zhi-ma-kai-men'
const entering = (typed: string, ...args: string[]) => runCommand({ args, env, folder, input: `${typed}\n` })

test.each([
  [['lock', 'set', '雾港'], '看不懂“雾港”，要写影片编号'],
  [['lock', 'set', '2000000'], '没有编号为“2000000”的影片'],
  [['lock', 'set', 'live:7'], '没有编号为“7”的频道'],
  [['lock', 'set', `${id}`, '--line', '线路九'], '“雾港来信”没有线路“线路九”'],
  [['lock', 'clear', `${id}`], '“雾港来信”没有设观看密码'],
])('[B08] yunmu %j ends with code 2: %s', async (args, words) => {
  expect(await refusal(args, `${password}\n`)).toContain(words)
})

test('[B08] a password that is too short is refused, and none is read from the arguments', async () => {
  expect(await refusal(['lock', 'set', `${id}`], '12345\n')).toContain('密码要 6 到 64 个字')
  expect(await refusal(['lock', 'set', `${id}`], '')).toContain('没有读到密码')
  expect(await refusal(['lock', 'set', `${id}`, password], '')).toContain('参数太多')
  expect((await yunmu('lock', 'list')).stdout).toBe('还没有设观看密码。\n')
})

test('[B08] a match has no password of its own, and the operator reads what has one', async () => {
  const refused = await refusal(['lock', 'set', 'match:12'], password)
  expect(refused).toContain('比赛没有自己的密码')
  expect(refused).toContain('live:频道编号')
})

test('[B08] an operator sets, changes, lists and clears the passwords of a title and of one of its lines', async () => {
  expect((await entering(password, 'lock', 'set', `${id}`)).stdout).toBe('“雾港来信”现在要输入密码才能看。\n')
  const ofLine = await entering('another-one', 'lock', 'set', `vod:${id}`, '--line', '云播')
  expect(ofLine).toMatchObject({ code: 0, stdout: '“雾港来信”的线路“云播”现在要输入密码才能看。\n' })
  expect(await entering('yet-another', 'lock', 'set', `${id}`, '--line', '1')).toMatchObject({ code: 0 })
  const { rows } = await database.pool.query<{ password_hash: string }>('select password_hash from subject_lock')
  expect(rows.map(({ password_hash }) => password_hash.slice(0, 10))).toEqual(['$argon2id$', '$argon2id$'])
  expect((await yunmu('lock', 'list')).stdout).toBe(`${id}  雾港来信  全部\n${id}  雾港来信  线路 云播\n`)
  expect((await yunmu('lock', 'clear', `${id}`)).stdout).toBe('“雾港来信”不再要密码。\n')
  expect((await yunmu('lock', 'clear', `${id}`, '--line', '云播')).stdout).toContain('的线路“云播”不再要密码')
  expect((await yunmu('lock', 'list')).stdout).toBe('还没有设观看密码。\n')
})
