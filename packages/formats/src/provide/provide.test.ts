import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseProvideJson, writeProvideJson } from './provide-json.ts'
import { parseProvideXml, writeProvideXml } from './provide-xml.ts'
import {
  namesOf,
  peopleOf,
  plainText,
  provideVod,
  timeOf,
  timeText,
  type ParsedProvide,
  type ProvideReply,
} from './provide.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const json = (value: unknown): ParsedProvide => parseProvideJson(utf8(JSON.stringify(value)))
const replyOf = (parsed: ParsedProvide): ProvideReply => {
  if ('problem' in parsed) throw new Error(`${parsed.problem}: ${parsed.message}`)
  return parsed.reply
}
const row = {
  vod_id: 31,
  vod_name: '示例片一',
  type_id: 6,
  vod_play_from: 'a',
  vod_play_url: '第01集$https://v.example/1.m3u8',
}
/** The characters 示例 in GBK. */
const gbkName = [0xca, 0xbe, 0xc0, 0xfd]

const reply: ProvideReply = {
  page: 2,
  pageCount: 3,
  pageSize: 20,
  total: 57,
  categories: [
    { id: 1, parentId: 0, name: '电影' },
    { id: 6, parentId: 1, name: '动作片' },
  ],
  faults: [],
  vods: [
    provideVod({
      id: 31,
      name: '示例片 <一> & ]]> "二"',
      typeId: 6,
      typeName: '动作片',
      picture: 'https://img.example/p.jpg?a=1&b=2',
      actors: ['甲', '乙'],
      directors: ['丙'],
      content: '长简介 <b>\n第二行 ]]>',
      remarks: '更新至02集',
      serial: 2,
      area: '大陆',
      lang: '国语',
      year: 2026,
      updatedSec: 1_795_179_900,
      groups: [
        {
          position: 1,
          code: 'yunmu',
          note: '',
          server: '',
          episodes: [{ position: 1, name: '第01集', address: 'https://v.example/31/1.m3u8?a=1&b=2', player: '' }],
        },
      ],
    }),
  ],
}

test('[M02] persons are read as sources write them, and other lists keep their spaces', () => {
  expect(peopleOf('张国荣 张丰毅/巩俐、内详,<b>葛优</b>（配音）')).toEqual(['张国荣', '张丰毅', '巩俐', '葛优'])
  expect(peopleOf('莱昂纳多·迪卡普里奥,Tom Hanks,佚名,等,王志文 饰')).toEqual([
    '莱昂纳多·迪卡普里奥',
    'Tom Hanks',
    '王志文',
  ])
  expect(namesOf('剧情，悬疑/未知、剧情; 其他')).toEqual(['剧情', '悬疑', '其他'])
  expect(namesOf('倩女幽魂 人间道|A Chinese Ghost Story')).toEqual(['倩女幽魂 人间道', 'A Chinese Ghost Story'])
})

describe('[M02] JSON replies', () => {
  test('numbers may be texts, lists objects, and warnings may be printed around them', () => {
    const expected = { page: 1, pageCount: 3, pageSize: 20, total: 57, vods: [{ id: 31, typeId: 6 }] }
    const texts = { code: '1', page: '1', pagecount: '3', limit: '20', total: '57' }
    expect(replyOf(json({ ...texts, list: [{ ...row, vod_id: '31', type_id: '6' }] }))).toMatchObject(expected)
    expect(replyOf(json({ ...texts, list: { 3: row } }))).toMatchObject(expected)
    const body = `\ufeff<br />\n<b>Warning</b>: foo\n${JSON.stringify({ ...texts, list: [row] })}\n<!-- 0.1s -->`
    expect(replyOf(parseProvideJson(utf8(body)))).toMatchObject(expected)
  })

  test('groups by player are play groups, and a list without addresses has none', () => {
    const dl = { b: '1$https://b.example/1', a: 'https://a.example/1' }
    const { vods } = replyOf(
      json({
        list: [
          { vod_id: 1, vod_name: '甲', dl },
          { vod_id: 2, vod_name: '乙', vod_play_from: 'a,b' },
        ],
      }),
    )
    expect(vods.map(({ groups }) => groups.map(({ code, episodes }) => [code, episodes[0]?.address]))).toEqual([
      [
        ['b', 'https://b.example/1'],
        ['a', 'https://a.example/1'],
      ],
      [],
    ])
  })

  test('rows without an id or a name are left out and named', () => {
    const parsed = replyOf(json({ list: [null, { vod_name: '无号' }, { vod_id: 2, vod_name: ' ' }, row, 5] }))
    expect(parsed.vods).toHaveLength(1)
    expect(parsed.faults).toEqual([
      { row: 0, problem: 'shape' },
      { row: 1, problem: 'id' },
      { row: 2, problem: 'name' },
      { row: 4, problem: 'shape' },
    ])
  })

  test('texts are plain: markup, references and scripts are gone', () => {
    const given = {
      ...row,
      vod_name: '甲&amp;乙 &#x4E00;',
      vod_content: '<p>一<br>二</p><script>alert(1)</script><img src=x onerror=a>&nbsp;三',
    }
    expect(replyOf(json({ list: [given] })).vods[0]).toMatchObject({ name: '甲&乙 一', content: '一\n二\n三' })
    expect(plainText(`<`.repeat(50_000))).toHaveLength(20_000)
  })

  test.each([
    ['', 'empty', ''],
    ['closed', 'closed', 'closed'],
    ['接口域名未授权', 'refused', '接口域名未授权'],
    ['<!DOCTYPE html><html><title>404</title></html>', 'foreign', '404'],
    ['{"code":0,"msg":"站点维护中"}', 'refused', '站点维护中'],
    ['{"code":1,"list":[{"vod_id":1,"vod_na', 'cut', ''],
    ['[1,2]', 'refused', '[1,2]'],
  ])('the body %s is no reply', (body, problem, message) => {
    expect(parseProvideJson(utf8(body))).toEqual({ problem, message })
  })

  test('GBK is read although the reply declares UTF-8', () => {
    const [before, after] = ['{"list":[{"vod_id":1,"vod_name":"', '"}]}'].map(utf8)
    const bytes = Uint8Array.from([...(before ?? []), ...gbkName, ...(after ?? [])])
    expect(replyOf(parseProvideJson(bytes)).vods[0]?.name).toBe('示例')
  })

  test('what is written is parsed again', () => {
    const parsed = replyOf(parseProvideJson(utf8(writeProvideJson(reply, { isDetailed: true }))))
    expect(parsed).toEqual({ ...reply, categories: [] })
    const list = JSON.parse(writeProvideJson(reply, { isDetailed: false }))
    expect(list).toMatchObject({
      code: 1,
      limit: 20,
      list: [{ vod_play_from: 'yunmu' }],
      class: [{ type_pid: 0 }, { type_pid: 1 }],
    })
    expect(list.list[0]).not.toHaveProperty('vod_play_url')
  })
})

describe('[M02] XML replies', () => {
  test('what is written is parsed again', () => {
    const parsed = replyOf(parseProvideXml(utf8(writeProvideXml(reply, { isDetailed: true }))))
    expect(parsed).toEqual({ ...reply, categories: [] })
    const short = replyOf(parseProvideXml(utf8(writeProvideXml(reply, { isDetailed: false }))))
    expect(short).toMatchObject({ categories: [{ id: 1 }, { id: 6 }], vods: [{ remarks: '更新至02集', groups: [] }] })
  })

  test('bare ampersands, unescaped ends, markup in texts and old forms are read', () => {
    const body = `<?xml version="1.0" encoding="utf-8"?><rss version="5.0"><list page="1" pagecount="1" pagesize="20" recordcount="1">
      <video><last>2026-11-20 21:05:00</last><id>31</id><tid>6</tid><name><![CDATA[甲]]></name>
      <pic>https://img.example/p.jpg?a=1&b=2</pic><note>x ]]> y</note><des><p>一</p><br/>二</des>
      <dl><dd from="old"><![CDATA[1$https://v.example/1]]></dd></dl></video></list></rss>`
    expect(replyOf(parseProvideXml(utf8(body))).vods).toMatchObject([
      {
        picture: 'https://img.example/p.jpg?a=1&b=2',
        updatedSec: timeOf('2026-11-20 21:05:00'),
        groups: [{ code: 'old', episodes: [{ address: 'https://v.example/1' }] }],
      },
    ])
  })

  test('a body that is cut gives the rows before, and names it', () => {
    const whole = writeProvideXml(
      { ...reply, vods: [...reply.vods, provideVod({ id: 2, name: '乙' })] },
      { isDetailed: true },
    )
    const parsed = replyOf(parseProvideXml(utf8(whole.slice(0, whole.lastIndexOf('<name>')))))
    expect([parsed.vods.map(({ id }) => id), parsed.faults]).toEqual([[31], [{ row: 1, problem: 'shape' }]])
  })

  test('GBK is read although the document declares UTF-8, entities are not expanded', () => {
    const [before, after] = [
      '<?xml version="1.0" encoding="utf-8"?><rss><list page="1"><video><id>1</id><name>',
      '</name></video></list></rss>',
    ].map(utf8)
    const bytes = Uint8Array.from([...(before ?? []), ...gbkName, ...(after ?? [])])
    expect(replyOf(parseProvideXml(bytes)).vods[0]?.name).toBe('示例')
    const bomb = `<!DOCTYPE x [<!ENTITY a "哈哈"><!ENTITY b SYSTEM "file:///etc/passwd">]><rss><list><video><id>1</id><name>&a;&b;</name></video></list></rss>`
    expect(JSON.stringify(parseProvideXml(utf8(bomb)))).not.toMatch(/哈|root/)
  })
})

test('[M02] any bytes, and any reply with damage, are parsed without an error', () => {
  const whole = [writeProvideJson(reply, { isDetailed: true }), writeProvideXml(reply, { isDetailed: true })].map(utf8)
  const damaged = fc
    .tuple(fc.constantFrom(...whole), fc.nat(2000), fc.uint8Array({ maxLength: 20 }), fc.nat(40))
    .map(([bytes, at, noise, length]) => Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at + length)]))
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged), (bytes) => {
      for (const parse of [parseProvideJson, parseProvideXml]) expect(parse(bytes)).toBeTypeOf('object')
    }),
  )
  for (const hostile of [
    '{"list":'.repeat(5000),
    '['.repeat(100_000),
    '<a>'.repeat(50_000),
    '<![CDATA['.repeat(50_000),
    '&'.repeat(200_000),
    `<rss><list>${'<video>'.repeat(20_000)}`,
  ])
    for (const parse of [parseProvideJson, parseProvideXml]) expect(parse(utf8(hostile))).toBeTypeOf('object')
})

test('[M02] times are those of China', () => {
  expect(timeText(timeOf('2026-11-20 21:05:00'))).toBe('2026-11-20 21:05:00')
  expect([timeOf('2026-11-20 21:05:00'), timeOf('1795179900'), timeOf('0000-00-00 00:00:00'), timeOf('昨天')]).toEqual([
    1_795_179_900, 1_795_179_900, 0, 0,
  ])
})
