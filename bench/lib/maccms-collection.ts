import { join } from 'node:path'
import { sql } from 'kysely'
import type { RowDataPacket } from 'mysql2/promise'
import { buildApp } from '../../apps/server/src/app.ts'
import { seedTitles } from '../seed.ts'
import type { RealMaccms } from './maccms.ts'
import { round } from './report.ts'
import { openScratchStation } from './scratch-station.ts'
import { inventTexts } from './title-names.ts'

/** A station and a MacCMS that collect from each other. */

/** The collector of MacCMS refuses localhost by name, not the rest of the loopback network. */
export const host = '127.0.0.2'
const episodes = 4
const webBuildDir = join(import.meta.dirname, '../../apps/web/build')

type ScratchStation = Awaited<ReturnType<typeof openScratchStation>>

/** Ids of the categories of MacCMS by names of the station's. */
const categoriesThere: Readonly<Record<string, number>> = {
  电影: 1,
  电视剧: 2,
  综艺: 3,
  动漫: 4,
  纪录片: 20,
  短剧: 21,
  体育: 22,
}
/** A title here, as a MacCMS should store it. */
interface OwnTitle {
  id: number
  name: string
  picture: string
  year: number
  area: string
  sources: number[]
}

/** A station with titles of two sources, all of which can be collected. */
async function seedStation({ platform, station }: Pick<ScratchStation, 'platform' | 'station'>, count: number) {
  let at = 0
  await seedTitles(platform.db, count, 1, (next) => {
    const texts = inventTexts(next)
    return { ...texts, name: `${texts.name}${at++}` }
  })
  await sql`update title set poster = '/posters/' || id || '.webp'`.execute(platform.db)
  const assetId = await station.media.assets.createAsset({ demo: false, nowSec: 1 })
  await sql`insert into source (title_id, name, position)
    select title.id, line.name, line.position
    from title, (values ('云播', 0), ('备用', 1)) as line (name, position)`.execute(platform.db)
  await sql`insert into episode (source_id, level, name, duration_ms, vip, intro_sec, outro_sec, still, air_at, asset_id,
      state, created_at)
    select source.id, level, '', 1, false, 0, 0, '', null, ${assetId}::int, 'ready', 1
    from source, generate_series(1, ${episodes}::int) as level`.execute(platform.db)
  await station.site.write({ provide_open: true })
}

/** The play string that a MacCMS should have of a title. */
const playOf = ({ id, sources }: OwnTitle, origin: string): string =>
  sources
    .map((source) =>
      Array.from({ length: episodes }, (_, at) => {
        const name = `第${String(at + 1).padStart(2, '0')}集`
        return `${name}$${origin}/api.php/play/${id}/${source}/${at + 1}.m3u8`
      }).join('#'),
    )
    .join('$$$')

/** Lets MacCMS collect a station, and compares what it stored with the station. */
export async function collectFrom({ collect, mariadb }: RealMaccms, form: 'json' | 'xml', count: number) {
  const { platform, station, close } = await openScratchStation()
  const app = await buildApp(platform, station, { webBuildDir, lagMs: () => 0 })
  try {
    await seedStation({ platform, station }, count)
    const origin = await app.listen({ port: 0, host })
    const begun = performance.now()
    const printed = await collect(
      `${origin}/api.php/provide/vod/${form === 'xml' ? '?at=xml' : ''}`,
      form,
      new Map((await station.catalog.categories.list()).map(({ id, name }) => [id, categoriesThere[name] ?? 1])),
    )
    const sec = round((performance.now() - begun) / 1000)
    const { rows: ours } = await platform.pool.query<OwnTitle>(
      `select id, name, poster as picture, year, area,
        array(select id from source where title_id = title.id order by position) as sources
       from title order by id`,
    )
    const [theirs] = await mariadb.connection.query<RowDataPacket[]>(
      `select vod_name as name, vod_pic as picture, vod_year + 0 as year, vod_area as area, vod_play_from as codes,
        vod_play_url as play from mac_vod`,
    )
    const byName = new Map(theirs.map((row) => [String(row['name']), row]))
    const result = {
      sec,
      titles: ours.length,
      stored: theirs.length,
      missing: 0,
      wrong: 0,
      firstWrong: '',
      end: printed.slice(-200).replace(/\s+/g, ' '),
    }
    for (const own of ours) {
      const found = byName.get(own.name)
      if (!found) {
        result.missing++
        continue
      }
      const { picture, year, area, play, codes } = found
      const isRight =
        picture === `${origin}${own.picture}` &&
        year === own.year &&
        area === own.area &&
        play === playOf(own, origin) &&
        codes === 'yunmu$$$yunmu2'
      if (isRight) continue
      result.wrong++
      result.firstWrong ||= `${JSON.stringify(found)} ${JSON.stringify(own)}`.slice(0, 2000)
    }
    return result
  } finally {
    await app.close()
    await close()
  }
}

/** Lets a station collect from its interface, and compares. */
export async function collectBack({ origin, mariadb }: RealMaccms, form: 'json' | 'xml') {
  const { platform, station, close } = await openScratchStation({ EGRESS_ALLOW: new URL(origin).host })
  try {
    const signal = new AbortController().signal
    const begun = performance.now()
    const url = `${origin}/api.php/provide/vod/${form === 'xml' ? 'at/xml/' : ''}`
    const source = await station.collection.manager.add({ name: '旧站', url, everyMinutes: 60 }, signal)
    if (source === 'known') throw new Error('the source is known')
    const { run } = await station.collection.runner.begin(source, 'apply')
    const { state, problem, counts } = await station.collection.runner.execute(run.id, { signal })
    const sec = round((performance.now() - begun) / 1000)
    const [theirs] = await mariadb.connection.query<RowDataPacket[]>(
      `select vod_name as name, vod_year + 0 as year, vod_area as area, vod_pic as picture, vod_play_url as play, type_name as category
       from mac_vod join mac_type using (type_id) where vod_status = 1`,
    )
    const { rows: ours } = await platform.pool.query<{
      name: string
      year: number
      area: string
      category: string
      picture: string | null
      play: string
    }>(
      `select title.name, year, area, category.name as category, collection_picture.url as picture,
        (select string_agg(line, '$$$' order by position, id) from (
          select source.id, source.position, string_agg(episode_address.url, '#' order by level) as line
          from source join episode on episode.source_id = source.id join episode_address on episode_address.episode_id = episode.id
          where source.title_id = title.id group by source.id) as lines) as play
       from title join category on category.id = title.type_id left join collection_picture on collection_picture.title_id = title.id`,
    )
    const byName = new Map(ours.map((row) => [row.name, row]))
    const result = {
      sec,
      state,
      problem,
      counts,
      titles: theirs.length,
      stored: ours.length,
      missing: 0,
      wrong: 0,
      firstWrong: '',
    }
    for (const row of theirs) {
      const own = byName.get(row['name'])
      const play = String(row['play']).replaceAll(/[^$#]+\$(?!\$)/g, '')
      const category = row['category'] === '连续剧' ? '电视剧' : row['category']
      if (!own) result.missing++
      else if (
        own.year !== row['year'] ||
        own.area !== row['area'] ||
        own.picture !== row['picture'] ||
        own.category !== category ||
        own.play !== play
      ) {
        result.wrong++
        result.firstWrong ||= `${JSON.stringify(row)} ${JSON.stringify(own)}`.slice(0, 2000)
      }
    }
    return result
  } finally {
    await close()
  }
}
