import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { nameFontPath, readNameFontCodes } from '@yunmu/urls'
import * as z from 'zod/mini'
import { defaultLimits, type RateLimits } from '../../http/rate-limits.ts'
import { RefusalError } from '../../http/refusal-error.ts'
import { createGlyphReader, fontOf, glyphIdsOf, type Glyph } from './font-tables.ts'
import { readWoff2, writeWoff2 } from './woff2.ts'

/** The whole font; `scripts/name-font.mjs` makes it. */
const fontFile = join(import.meta.dirname, '../../../../fonts/names.woff2')
/** Above it a file becomes 2 % smaller and takes five times as long. */
const quality = 9
const maxCachedBytes = 4 * 1024 * 1024

const NameFontQuery = z.object({ c: z.string() })

/** Makes files with some characters of the whole font. Characters that it lacks are left out. */
async function openNameFont(): Promise<(codes: readonly number[]) => Promise<Buffer>> {
  const tables = await readWoff2(await readFile(fontFile))
  const ids = glyphIdsOf(tables)
  const glyphAt = createGlyphReader(tables)
  return async (codes) => {
    const glyphs = new Map<number, Glyph>()
    for (const code of codes) {
      const id = ids.get(code)
      if (id !== undefined) glyphs.set(code, glyphAt(id))
    }
    return writeWoff2(fontOf(tables, glyphAt(0), glyphs), { quality })
  }
}

/**
 * Serves the font in which names are set where the system has no Chinese serif: files with exactly the characters that a
 * page asks for, because a font with all of them has megabytes.
 */
export function installNameFont(app: FastifyInstance, { limits }: { limits: RateLimits }): void {
  let opened: ReturnType<typeof openNameFont> | null = null
  const files = new LRUCache<string, Buffer>({ maxSize: maxCachedBytes, sizeCalculation: ({ length }) => length })
  app.get(nameFontPath, async (request, reply) => {
    await limits.consume('page', request.ip, defaultLimits.page)
    const { data } = NameFontQuery.safeParse(request.query)
    const codes = data ? readNameFontCodes(data.c) : null
    if (!data || !codes) throw new RefusalError('NoSuchAddress')
    let file = files.get(data.c)
    if (!file) {
      await limits.consume('uncached', request.ip, defaultLimits.uncached)
      opened ??= openNameFont()
      const make = await opened
      file = await make(codes)
      files.set(data.c, file)
    }
    return reply
      .headers({ 'content-type': 'font/woff2', 'cache-control': 'public, max-age=31536000, immutable' })
      .send(file)
  })
}
