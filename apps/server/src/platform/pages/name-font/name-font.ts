import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { nameFontPath, nameFontUrl, readNameFontCodes } from '@yunmu/urls'
import * as z from 'zod/mini'
import { workVisitorOf, type Admission } from '../../http/admission/admission.ts'
import { createSharedWork } from '../../http/admission/shared-work.ts'
import { defaultLimits, type RateLimits } from '../../http/rate-limits.ts'
import { RefusalError } from '../../http/refusal-error.ts'
import { createGlyphReader, fontOf, glyphIdsOf, type Glyph } from './font-tables.ts'
import { readWoff2, writeWoff2 } from './woff2.ts'

/** The whole font; `scripts/name-font.mjs` makes it. */
const fontFile = join(import.meta.dirname, '../../../../fonts/names.woff2')
/** Of Brotli. With 10 or 11 a file is 2 % smaller, and making it takes five times as long. */
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
export function installNameFont(
  app: FastifyInstance,
  { limits, admission }: { limits: RateLimits; admission: Admission },
): void {
  let opened: ReturnType<typeof openNameFont> | undefined
  const open = (): ReturnType<typeof openNameFont> => {
    opened ??= openNameFont()
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }
  const files = new LRUCache<string, Buffer>({ maxSize: maxCachedBytes, sizeCalculation: ({ length }) => length })
  const making = createSharedWork<Buffer>(admission)
  app.get(nameFontPath, async (request, reply) => {
    await limits.consume('page', request.ip, defaultLimits.page)
    const { data } = NameFontQuery.safeParse(request.query)
    const codes = data ? readNameFontCodes(data.c) : null
    // Files are cached by their addresses: each has one, without other parameters or another encoding.
    if (!data || !codes || request.url !== nameFontUrl(new Set(codes))) throw new RefusalError('NoSuchAddress')
    let file = files.get(data.c)
    if (!file) {
      await limits.consume('uncached', request.ip, defaultLimits.uncached)
      const work = async (): Promise<Buffer> => {
        const make = await open()
        const made = await make(codes)
        files.set(data.c, made)
        return made
      }
      file = await making.run({ visitor: workVisitorOf(request, reply), key: data.c, work })
    }
    return reply
      .headers({ 'content-type': 'font/woff2', 'cache-control': 'public, max-age=31536000, immutable' })
      .send(file)
  })
}
