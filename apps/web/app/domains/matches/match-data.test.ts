import { expect, test } from 'vitest'
import { matchGraph } from './match-data.ts'
import { aDetail, aMatch } from './match.fixture.ts'

const places = {
  siteName: '云幕',
  address: (path: string) => `https://station.example${path}`,
  picture: (address: string) => `https://station.example${address}`,
}
const words = { title: '江海港务 对 北屿远航', sports: '体育' }
const streams = [{ id: 1, name: '国语解说', anchor: '', plate: false, recorded: false, highlighted: false }]
const typesOf = (match: Parameters<typeof aMatch>[0]) =>
  matchGraph(aDetail(aMatch(match)), words, places).map((item) => item['@type'])

test('[B19] a match is a SportsEvent, and a BroadcastEvent while it has streams and is not over', () => {
  expect(typesOf({})).toEqual(['SportsEvent', 'BreadcrumbList'])
  expect(typesOf({ streams })).toEqual(['SportsEvent', 'BroadcastEvent', 'BreadcrumbList'])
  expect(typesOf({ streams, state: 'over' })).toEqual(['SportsEvent', 'BreadcrumbList'])
})

test('[B19] the event names both teams, the place, the time and whether it takes place', () => {
  const [event] = matchGraph(aDetail(aMatch({ status: 'postponed' })), words, places)
  expect(event).toMatchObject({
    name: words.title,
    startDate: '2026-11-21T11:30:00.000Z',
    eventStatus: 'https://schema.org/EventPostponed',
    homeTeam: { '@type': 'SportsTeam', name: '江海港务', url: 'https://station.example/match/team/1' },
    location: { name: '江海体育场' },
    endDate: '2026-11-21T13:30:00.000Z',
    image: 'https://station.example/media/cards/match-12.webp',
    organizer: { '@type': 'Organization' },
    url: 'https://station.example/match/play/12/0',
  })
})
