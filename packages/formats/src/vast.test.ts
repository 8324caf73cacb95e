import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseVast } from './vast.ts'

const inline = (linear: string, more = ''): string =>
  `<?xml version="1.0"?><VAST version="4.2"><Ad id="1"><InLine><AdSystem>a</AdSystem>${more}<Creatives><Creative>${linear}</Creative></Creatives></InLine></Ad></VAST>`
const file = (url: string, attributes = 'delivery="progressive" type="video/mp4" width="1280" bitrate="900"'): string =>
  `<MediaFile ${attributes}><![CDATA[ ${url} ]]></MediaFile>`
const linear = (files: string, attributes = ''): string =>
  `<Linear ${attributes}><Duration>00:00:15</Duration><MediaFiles>${files}</MediaFiles><VideoClicks><ClickThrough>https://shop.example/a?b=1&amp;c=2</ClickThrough><ClickTracking>https://t.example/click</ClickTracking></VideoClicks></Linear>`
const good = file('https://cdn.example/a.mp4')

test('[J05] an inline advertisement has its video, length, click and trackers', () => {
  const xml = inline(linear(good, 'skipoffset="00:00:05"'), '<Impression>https://t.example/show</Impression>')
  expect(parseVast(xml)).toEqual({
    next: null,
    mediaFiles: [{ url: 'https://cdn.example/a.mp4', type: 'video/mp4', width: 1280, bitrate: 900 }],
    durationSec: 15,
    skipAfterSec: 5,
    clickThrough: 'https://shop.example/a?b=1&c=2',
    impressions: ['https://t.example/show'],
    clickTracking: ['https://t.example/click'],
  })
  expect(parseVast(inline(linear(good, 'skipoffset="40%"')))?.skipAfterSec).toBe(6)
})

test('[J05] a wrapper names the next document, and only the first advertisement is read', () => {
  const wrapper = `<VAST version="3.0"><Ad><Wrapper><VASTAdTagURI>https://next.example/vast</VASTAdTagURI><Impression>https://t.example/outer</Impression><Creatives><Creative><Linear><VideoClicks><ClickTracking>https://t.example/c</ClickTracking></VideoClicks></Linear></Creative></Creatives></Wrapper></Ad><Ad><Wrapper><VASTAdTagURI>https://other.example/</VASTAdTagURI></Wrapper></Ad></VAST>`
  expect(parseVast(wrapper)).toMatchObject({
    next: 'https://next.example/vast',
    impressions: ['https://t.example/outer'],
    clickTracking: ['https://t.example/c'],
  })
})

test.each([
  ['nothing', ''],
  ['no XML', 'not xml'],
  ['another format', '<rss><Ad/></rss>'],
  ['no advertisement', '<VAST version="4.0"/>'],
  ['an error', '<VAST version="4.0"><Error>https://t.example/no-ad</Error></VAST>'],
  ['a document that is cut off', inline(linear(good)).slice(0, -20)],
  ['entities that grow', `<!DOCTYPE VAST [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${inline(linear(file('&b;')))}`],
  ['an entity that reads a file', `<!DOCTYPE VAST [<!ENTITY f SYSTEM "file:///etc/passwd">]>${inline(linear(good))}`],
  ['a video that is a script', inline(linear(file('javascript:alert(1)')))],
  ['a video in a data URL', inline(linear(file('data:video/mp4;base64,AAAA')))],
  ['a video of this machine', inline(linear(file('file:///etc/passwd')))],
  ['an address with a password', inline(linear(file('https://a:b@cdn.example/a.mp4')))],
  [
    'a program instead of a video',
    inline(linear(file('https://a.example/v.js', 'apiFramework="VPAID" type="application/javascript"'))),
  ],
  ['a stream', inline(linear(file('https://a.example/v', 'delivery="streaming" type="video/mp4"')))],
  ['an address of many characters', inline(linear(file(`https://a.example/${'a'.repeat(3000)}`)))],
  [
    'an overlay',
    inline(
      '<NonLinearAds><NonLinear><StaticResource>https://a.example/a.png</StaticResource></NonLinear></NonLinearAds>',
    ),
  ],
  ['tags in tags', `<VAST>${'<a>'.repeat(200_000)}`],
])('[J05] %s is no advertisement', (_name, xml) => {
  expect(parseVast(xml)).toBeNull()
})

test('[J05] any text is answered, and every address of the answer is one of the web', () => {
  const pieces = [
    '<VAST>',
    '<Ad>',
    '<InLine>',
    '<Wrapper>',
    '<Linear skipoffset="5%">',
    '<MediaFile>',
    '</MediaFile>',
    '</Linear>',
    '</Ad>',
    '</VAST>',
    'https://a.example/',
    'javascript:1',
    '<![CDATA[',
    ']]>',
    '&',
    '&amp;',
    '<!DOCTYPE x>',
    '<VASTAdTagURI>',
    '</VASTAdTagURI>',
  ]
  const text = fc.oneof(
    fc.array(fc.constantFrom(...pieces)).map((list) => list.join('')),
    fc.string(),
    fc.string().map((url) => inline(linear(file(url)))),
  )
  fc.assert(
    fc.property(text, (xml) => {
      const ad = parseVast(xml)
      for (const url of [
        ...(ad?.mediaFiles.map((media) => media.url) ?? []),
        ...(ad?.impressions ?? []),
        ad?.next ?? 'https://a/',
      ])
        expect(url).toMatch(/^https?:\/\//)
    }),
  )
})
