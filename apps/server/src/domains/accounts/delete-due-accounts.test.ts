import { userPortrait, vodDetail, vodList, vodScore, vodUp } from '@yunmu/contract'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/test-app.ts'
import { aTitle } from '../../testing/titles.ts'

const t = await buildTestApp()
const leave = (as: 'lin' | 'mei' | 'bao') =>
  t.platform.pool.query('update app_user set leave_at = 1 where id = $1', [t.people[as].userId])

test('[E07] likes and scores of a deleted user no longer count, those of others do', async () => {
  const { writer } = t.station.catalog
  const { id } = await writer.saveTitle(aTitle({ name: '甲' }), 1)
  const { id: other } = await writer.saveTitle(aTitle({ name: '乙', scoreSum: 70, scoreCount: 1 }), 1)
  for (const as of ['lin', 'mei', 'bao'] as const) await t.make(vodUp, { id }, { as })
  await t.make(vodScore, { id, score: 2 }, { as: 'bao' })
  await t.make(vodScore, { id: other, score: 1 }, { as: 'bao' })
  await t.make(vodScore, { id, score: 8 }, { as: 'lin' })
  const detail = async (which: number) => (await t.make(vodDetail, { type: 2, id: which })).data
  expect(await detail(id)).toMatchObject({ up: 3, score: 5, scoreCount: 2 })

  await leave('bao')
  await t.station.accounts.clean()
  await t.refreshLists()
  expect(await detail(id)).toMatchObject({ up: 2, score: 8, scoreCount: 1 })
  expect(await detail(other)).toMatchObject({ up: 0, score: 7, scoreCount: 1 })
  const any = { area: '0', year: '0', genre: '0', letter: '0', vip: '0', lang: '0' }
  const { data } = await t.make(vodList, { type: 2, ...any, order: '评分', page: 1, size: 10 })
  expect(data).toMatchObject({ list: [{ score: 8 }, { score: 7 }] })
})

test('[E05] a portrait that cannot be removed does not stop the removal of others', async () => {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  const files: string[] = []
  for (const as of ['lin', 'mei'] as const) {
    const { data } = await t.make(userPortrait, { image: bytes.toString('base64') }, { as })
    files.push(join(t.platform.config.dataDir, userPortrait.reply.parse(data).userPortrait.replace('/media/', '')))
    await leave(as)
  }
  const [first = '', second = ''] = files
  await rm(first)
  await mkdir(first)
  await t.station.accounts.clean()
  expect([existsSync(first), existsSync(second)]).toEqual([true, false])
})
