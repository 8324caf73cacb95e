import { defineTexts } from '../../lib/text/texts.ts'

export const competitionTexts = defineTexts({
  pageTitle: (name: string, season: string) =>
    season === '' ? `${name}赛程、赛果与积分榜` : `${name} ${season} 赛程、赛果与积分榜`,
  description: (name: string) => `${name}的赛程、赛果和积分榜，比赛可以看直播。`,
  seasons: '赛季',
  fixtures: '赛程',
  results: '赛果',
  nothing: '这个赛季还没有安排比赛',
  standings: '积分榜',
  rank: '名次',
  team: '球队',
  played: '场次',
  won: '胜',
  drawn: '平',
  lost: '负',
  goals: '得/失',
  sets: '胜/负局',
  points: '积分',
  form: '近况',
  formOf: { won: '胜', drawn: '平', lost: '负' },
})
