import { afterAll, expect, test } from 'vitest'
import { createEgress, type Egress, type EgressReply } from '../../../platform/egress/egress.ts'
import { resolveVast } from './resolve-vast.ts'

const inside = 'http://10.0.0.5:8080'
const egress = createEgress({ allow: ['10.0.0.5:8080'] })
afterAll(() => egress.close())

const inline = (file: string, told: string): string =>
  `<VAST version="4.2"><Ad><InLine><Impression>${told}/show</Impression><Creatives><Creative><Linear><MediaFiles>
  <MediaFile delivery="progressive" type="video/mp4" width="640">${file}</MediaFile>
  <MediaFile delivery="progressive" type="video/mp4" width="1280">${inside}/private.mp4</MediaFile>
  </MediaFiles><VideoClicks><ClickTracking>${told}/click</ClickTracking></VideoClicks></Linear></Creative></Creatives></InLine></Ad></VAST>`
const wrapper = (to: string): string =>
  `<VAST version="4.2"><Ad><Wrapper><VASTAdTagURI>${to}</VASTAdTagURI></Wrapper></Ad></VAST>`

/** The internet, with an ad server of strangers and one of the operator. */
const documents: Record<string, string> = {
  'https://ads.example/own': inline('https://ads.example/a.mp4', inside),
  'https://ads.example/only-inside': inline(`${inside}/other.mp4`, inside),
  'https://ads.example/wrapped': wrapper(`${inside}/own`),
  [`${inside}/own`]: inline(`${inside}/a.mp4`, inside),
  [`${inside}/wrapped`]: wrapper('https://ads.example/own'),
}
let asked: string[] = []
const internet: Pick<Egress, 'get' | 'mayName'> = {
  mayName: egress.mayName,
  async get(address): Promise<EgressReply> {
    asked.push(address)
    const bytes = Buffer.from(documents[address] ?? '')
    const body = (async function* () {
      yield bytes
    })()
    return {
      status: 200,
      url: new URL(address),
      header: () => undefined,
      body,
      bytes: async () => bytes,
      cancel: () => undefined,
    }
  },
}
async function resolve(tag: string) {
  asked = []
  return resolveVast(internet, tag)
}

test("[J05] a stranger's document leads neither to a document nor to a video of a destination of the operator's list", async () => {
  expect(await resolve('https://ads.example/wrapped')).toBeNull()
  expect(asked).toEqual(['https://ads.example/wrapped'])
  expect(await resolve('https://ads.example/only-inside')).toBeNull()
})

test("[J05] a stranger's document has nobody of the operator's list told", async () => {
  const expected = { url: 'https://ads.example/a.mp4', impressions: [], clickTracking: [] }
  expect(await resolve('https://ads.example/own')).toMatchObject(expected)
  expect(await resolve(`${inside}/wrapped`)).toMatchObject(expected)
})

test("[J05] an ad server of the operator's list may name itself", async () => {
  const expected = { url: `${inside}/private.mp4`, impressions: [`${inside}/show`], clickTracking: [`${inside}/click`] }
  expect(await resolve(`${inside}/own`)).toMatchObject(expected)
})
