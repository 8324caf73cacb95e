import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isFilm, sniffedBytes } from './content-rules.ts'

const packets = Buffer.alloc(188 * 4)
for (let at = 0; at < 4; at++) packets.set([0x47, 0x40, 0, 0x10], at * 188)
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(200)])

test.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('rate limited, try again later')],
  ['a Chinese text', Buffer.from('访问过于频繁'.repeat(100))],
  ['a page', Buffer.from('<!DOCTYPE html>\r\n<html>')],
  ['JSON', Buffer.from('{"code":403}')],
  ['a picture', png],
])('[M02] %s is not relayed as a part of a film', (_, bytes) => {
  expect(isFilm(bytes)).toBe(false)
})

test.each<[string, Buffer]>([
  ['a transport stream', packets],
  ['a fragment of MP4', Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('stypmsdh'), Buffer.alloc(20)])],
  ['packed audio', Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, 0, 0, 0, 63]), Buffer.alloc(63)])],
  ['subtitles', Buffer.from('\uFEFFWEBVTT\n\n00:00.000 --> 00:01.000\n你好')],
  ['an encrypted segment', randomBytes(2000)],
  ['a transport stream behind a picture', Buffer.concat([png, packets])],
])('[M02] %s is relayed as a part of a film', (_, bytes) => {
  expect(isFilm(bytes)).toBe(true)
})

test('[M02] more of a picture is read before it is judged', () => {
  expect(sniffedBytes(packets)).toBe(512)
  expect(sniffedBytes(png)).toBe(65_536)
})
