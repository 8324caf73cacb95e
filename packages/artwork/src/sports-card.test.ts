import { expect, test } from 'vitest'
import { drawMatchCard, drawSportsCard } from './sports-card.ts'

const home = { name: '江海<港务>', colours: ['#c8372d', '#f2efe6'] } as const
const away = { name: '北屿远航', colours: ['#2f62a8', '#f2efe6'] } as const

test('the card of a match has both names, the competition and the start, and nothing that breaks it', () => {
  const svg = drawMatchCard({ league: '环海联赛', home, away, start: '11 月 21 日 19:35' })
  for (const words of ['江海&#60;港务&#62;', '北屿远航', '环海联赛', '11 月 21 日 19:35']) expect(svg).toContain(words)
  expect(svg).not.toContain('<港务>')
  expect(svg.match(/<svg /g)).toHaveLength(3)
  expect(drawMatchCard({ league: '环海联赛', home, away, start: '11 月 21 日 19:35' })).toBe(svg)
})

test('the cards of a team and a competition have its name', () => {
  expect(drawSportsCard({ name: '江海港务', note: '足球球队', colours: home.colours })).toContain('江海港务')
  expect(drawSportsCard({ name: '环海联赛', note: '足球赛事', colours: null })).toContain('足球赛事')
})
