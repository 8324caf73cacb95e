import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openFolder } from '../../testing/open-folder.ts'
import { canDrawChinese, isFlatStroke } from './chinese-fonts.ts'

/** Converts rows of `#` and space to one byte per pixel. */
const alphaOf = (rows: string[]): Uint8Array => Uint8Array.from(rows.join(''), (cell) => (cell === '#' ? 255 : 0))

test('nothing, and the replacement box, are not Chinese characters', () => {
  expect(isFlatStroke(alphaOf(['      ', '      ']), 6)).toBe(false)
  expect(isFlatStroke(alphaOf(['######', '#    #', '#    #', '######']), 6)).toBe(false)
})

test('一 is one flat stroke', () => {
  expect(isFlatStroke(alphaOf(['        ', ' #######', '        ']), 8)).toBe(true)
})

test('a missing glyph is not taken for a character', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><text x="10" y="60" font-size="60">\u{10FFF0}</text></svg>`
  const alpha = await sharp(Buffer.from(svg)).ensureAlpha().extractChannel('alpha').raw().toBuffer()
  expect(isFlatStroke(alpha, 80)).toBe(false)
  expect(await canDrawChinese()).toBeTypeOf('boolean')
})

test('a machine without fonts cannot draw Chinese characters', async () => {
  const noFonts = join(openFolder(), 'fonts.conf')
  writeFileSync(noFonts, '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>')
  const module = join(import.meta.dirname, 'chinese-fonts.ts')
  const program = `import { canDrawChinese } from ${JSON.stringify(module)}; console.log(await canDrawChinese())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { PATH: process.env.PATH, FONTCONFIG_FILE: noFonts },
  })
  expect(stdout).toBe('false\n')
})
