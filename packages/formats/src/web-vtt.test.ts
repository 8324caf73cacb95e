import fc from 'fast-check'
import { expect, test } from 'vitest'
import { subtitlesToWebVtt } from './index.ts'
import type { SubtitleFormat } from './index.ts'

const ASS_HEAD =
  '[Script Info]\nTitle: x\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n'
const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,500\n${text}\n`
const ass = (text: string) => `${ASS_HEAD}Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,${text}\n`
const only = (text: string, format: SubtitleFormat = 'srt') =>
  subtitlesToWebVtt(text, format).vtt.replace('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n', '').replace(/\n$/, '')

test.each([
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<b onclick="x">a</b>', '<b>a</b>'],
  ['<<b>script>x', '&lt;<b>script&gt;x</b>'],
  ['a < b & c > d', 'a &lt; b &amp; c &gt; d'],
  ['&lt;b&gt; &amp;amp;', '&lt;b&gt; &amp;amp;'],
  ['a --&gt; b', 'a --&gt; b'],
  ['<font color="#fff">白</font>', '白'],
  ['<c.yellow><v 张三>你好</v></c>', '你好'],
  ['<i>a<b>c</i>d', '<i>a<b>cd</b></i>'],
  ['</b>a', 'a'],
  ['{\\an8}上', '上'],
  ['a\u0000b\u001bc', 'a b c'],
  ['<I>a</I>', '<i>a</i>'],
  ['a\u2028b', 'a b'],
])('[hostile] the cue %j becomes %j', (text, expected) => {
  expect(only(srt(text))).toBe(expected)
})

test.each([
  ['no times', '1\nhello\n', 0],
  ['an end before the start', '1\n00:00:02,000 --> 00:00:01,000\na\n', 1],
  ['61 seconds', '1\n00:00:61,000 --> 00:02:00,000\na\n', 1],
  ['a hundred hours and more', '1\n00:00:01,000 --> 100:00:01,000\na\n', 1],
  ['words for times', '1\nab:cd --> ef\na\n', 1],
  ['no text', '1\n00:00:01,000 --> 00:00:02,000\n\n', 1],
  ['only tags', '1\n00:00:01,000 --> 00:00:02,000\n<b> </b>&nbsp;\n', 1],
])('a cue with %s is dropped', (_, text, dropped) => {
  expect(subtitlesToWebVtt(text, 'srt')).toEqual({ vtt: 'WEBVTT\n', cues: 0, dropped })
})

test('a broken cue does not affect the cues beside it', () => {
  const text = '1\n00:00:01,000 --> 00:00:02,500\none\n\n2\n00:00:xx --> 5\ntwo\n\n3\n0:0:3.5 --> 00:04\nthree\n'
  expect(subtitlesToWebVtt(text, 'srt')).toEqual({
    vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\none\n\n00:00:03.500 --> 00:00:04.000\nthree\n',
    cues: 2,
    dropped: 1,
  })
})

test('cues without an empty line between them are separated', () => {
  const text = '1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\nlines\n'
  expect(subtitlesToWebVtt(text, 'srt').vtt).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\none\n\n00:00:03.000 --> 00:00:04.000\ntwo\nlines\n',
  )
})

test('at most 20,000 cues are converted, and the rest is counted', () => {
  const text = Array.from({ length: 20_005 }, (_, index) => `${index}\n00:00:01,000 --> 00:00:02,500\na\n`).join('\n')
  expect(subtitlesToWebVtt(text, 'srt')).toMatchObject({ cues: 20_000, dropped: 5 })
})

test('notes, styles, identifiers and settings of WebVTT are skipped', () => {
  const text =
    '\ufeffWEBVTT - x\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nNOTE a note\r\n\r\nid-1\r\n00:01.000 --> 00:02.500 line:0 align:start\r\n你好\r\n'
  expect(only(text, 'vtt')).toBe('你好')
})

test.each([
  ['{\\an8\\fs20}你好，{\\b1}世界', '你好，世界'],
  ['one\\Ntwo\\nthree\\hfour', 'one\ntwo\nthree four'],
  ['<b>a</b> & {comment}b', '<b>a</b> &amp; b'],
  ['a, b, c', 'a, b, c'],
])('the ASS text %j becomes %j', (text, expected) => {
  expect(only(ass(text), 'ass')).toBe(expected)
})

test('ASS drawings, comments and lines outside [Events] are skipped, and cues are sorted', () => {
  const text = `${ASS_HEAD}Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,later
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,sooner
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}
Comment: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,note
[Fonts]
Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,font
`
  expect(subtitlesToWebVtt(text, 'ass')).toEqual({
    vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nsooner\n\n00:00:05.000 --> 00:00:06.000\nlater\n',
    cues: 2,
    dropped: 1,
  })
})

test('the order of the fields follows the Format line', () => {
  const text = '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.50,a, b\n'
  expect(only(text, 'ass')).toBe('a, b')
})

test('any text becomes valid WebVTT with balanced, allowed tags and one block per cue, and converting it again changes nothing', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<b>',
      '</b>',
      '<i>',
      '</u>',
      '<',
      '>',
      '&',
      '&lt;',
      '{\\p1}',
      '{',
      '\n',
      '-->',
      '\r',
      '你好',
      '&nbsp;',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const body = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''))
  const format = fc.constantFrom<SubtitleFormat>('srt', 'ass', 'vtt')
  fc.assert(
    fc.property(fc.array(body, { maxLength: 5 }), format, (bodies, kind) => {
      const { vtt, cues } = subtitlesToWebVtt(bodies.map(kind === 'ass' ? ass : srt).join('\n'), kind)
      expect(vtt.split('-->')).toHaveLength(cues + 1)
      expect(vtt.trimEnd().split('\n\n')).toHaveLength(cues + 1)
      const rest = vtt.replaceAll('-->', '').replace(/<\/?[biu]>/g, '')
      expect(rest).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
      expect(vtt.match(/<[biu]>/g) ?? []).toHaveLength((vtt.match(/<\/[biu]>/g) ?? []).length)
      expect(subtitlesToWebVtt(vtt, 'vtt')).toEqual({ vtt, cues, dropped: 0 })
    }),
    { numRuns: 1000 },
  )
})
