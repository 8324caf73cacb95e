import type { DemoCompetition, DemoTeam } from './demo-competition.ts'

/** The two invented competitions. */

type Line = readonly [
  slug: string,
  name: string,
  short: string,
  city: string,
  venue: string,
  colour: string,
  colour2: string,
  strength: number,
]

const teamsOf = (prefix: string, lines: readonly Line[]): DemoTeam[] =>
  lines.map(([slug, name, short, city, venue, colour, colour2, strength]) => ({
    slug: `${prefix}-${slug}`,
    name,
    short,
    city,
    venue,
    colour,
    colour2,
    strength,
  }))

const clock = (text: string): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return hour * 60 + minute
}

/** A match of two hours at a time, so that one channel can show them all. */
const afternoonAndEvening = ['13:40', '15:40', '17:40', '19:40', '21:40'].map(clock)
/** Clubs on all shores of an ocean: the night in China is somebody's evening. The eighth overlaps the football. */
const roundTheClock = ['01:35', '03:35', '05:35', '07:35', '09:35', '11:35', '17:30', '23:35'].map(clock)

const football: DemoCompetition = {
  slug: 'yunchao',
  sport: 'football',
  name: '云洲超级联赛',
  short: '云超',
  firstSeason: 262,
  rules: {
    win: 3,
    draw: 1,
    loss: 0,
    rankBy: ['points', 'head-points', 'head-difference', 'difference', 'scored', 'name'],
  },
  roundDays: [afternoonAndEvening, afternoonAndEvening],
  teams: teamsOf('yc', [
    ['jianghai', '江海港务', '江海', '江海', '江海体育场', '#c8372d', '#f2efe6', 0.8],
    ['beiyu', '北屿远航', '北屿', '北屿', '北屿航空球场', '#1f4f8f', '#f2efe6', 0.7],
    ['yunling', '云岭山鹰', '云岭', '云岭', '云岭高原球场', '#1f7a52', '#e0a526', 0.5],
    ['wugang', '雾港灯塔', '雾港', '雾港', '雾港码头球场', '#17191f', '#e9c46a', 0.6],
    ['linjiang', '临江联合', '临江', '临江', '临江路九号球场', '#3b8fc4', '#f2efe6', 0.3],
    ['cangyu', '沧屿巨鲸', '沧屿', '沧屿', '沧屿海滨球场', '#0f6f78', '#f2efe6', 0.2],
    ['shuoyuan', '朔原骏马', '朔原', '朔原', '朔原草场', '#e2702c', '#17191f', 0.1],
    ['qingya', '青崖白鹿', '青崖', '青崖', '青崖球场', '#2f8f5b', '#f2efe6', 0.4],
    ['lucheng', '炉城钢铁', '炉城', '炉城', '炉城工人体育场', '#8f1f24', '#e8e2d4', 0.5],
    ['luwan', '鹭湾竞技', '鹭湾', '鹭湾', '鹭湾水上球场', '#f2efe6', '#1f4f8f', 0],
    ['tachuan', '塔川古城', '塔川', '塔川', '塔川城墙球场', '#5b3a86', '#e0a526', -0.1],
    ['xingyan', '星岩矿业', '星岩', '星岩', '星岩谷球场', '#223a6b', '#e0a526', 0.1],
    ['nanpu', '南浦潮生', '南浦', '南浦', '南浦潮汐球场', '#2a9d8f', '#17191f', -0.2],
    ['xueyuan', '雪原苍狼', '雪原', '雪原', '雪原冰城球场', '#53606f', '#f2efe6', -0.3],
    ['hongchuan', '虹川铁桥', '虹川', '虹川', '虹川桥头球场', '#d23a6b', '#f2efe6', -0.2],
    ['liantang', '莲塘荷风', '莲塘', '莲塘', '莲塘荷园球场', '#e58fb0', '#3d1730', -0.5],
    ['lanshan', '岚山猛虎', '岚山', '岚山', '岚山脚下球场', '#e0a526', '#17191f', 0.2],
    ['jiaodu', '角渡蛮牛', '角渡', '角渡', '角渡渡口球场', '#6d1f2f', '#f0c9d0', -0.4],
    ['qinyu', '琴屿朝阳', '琴屿', '琴屿', '琴屿东岸球场', '#f2c230', '#1d6a4a', -0.6],
    ['songpu', '松浦青松', '松浦', '松浦', '松浦林间球场', '#14532d', '#f2efe6', -0.7],
  ]),
}

const basketball: DemoCompetition = {
  slug: 'huanyang',
  sport: 'basketball',
  name: '环洋篮球联赛',
  short: '环篮',
  firstSeason: 684,
  rules: { win: 2, draw: 0, loss: 1, rankBy: ['points', 'head-points', 'head-difference', 'difference', 'name'] },
  roundDays: [roundTheClock],
  teams: teamsOf('hy', [
    ['yucheng', '雨城海燕', '雨城', '雨城', '雨城河畔馆', '#3d4f6b', '#f2c14e', 0.3],
    ['shiqiao', '石桥骑士', '石桥', '石桥', '石桥中心', '#6b4f3a', '#f0e3c8', 0.1],
    ['hongbao', '红堡公牛', '红堡', '红堡', '红堡竞技馆', '#b3202c', '#f2efe6', 0.7],
    ['maigang', '麦港风帆', '麦港', '麦港', '麦港展览馆', '#e08e1b', '#1d3557', -0.2],
    ['baiya', '白崖孤星', '白崖', '白崖', '白崖篮球馆', '#f2efe6', '#0b7a75', -0.5],
    ['fenggang', '枫港驯鹿', '枫港', '枫港', '枫港枫叶馆', '#c1440e', '#f6e7cb', 0.2],
    ['leicheng', '雷城烈焰', '雷城', '雷城', '雷城电力中心', '#f4b400', '#3b1c6b', 0.5],
    ['jinqiao', '金桥巨人', '金桥', '金桥', '金桥湾区馆', '#1c3f94', '#f4c95d', 0.8],
    ['beihu', '北湖冰狼', '北湖', '北湖', '北湖冰上馆', '#5fa8d3', '#10243f', -0.1],
    ['xijia', '西岬灯火', '西岬', '西岬', '西岬海角馆', '#2f3640', '#ff9f1c', -0.3],
    ['xiangshu', '橡湾群星', '橡湾', '橡湾', '橡湾社区馆', '#2d6a4f', '#f2efe6', 0],
    ['jianghai', '江海浪潮', '江海', '江海', '江海体育馆', '#d62839', '#f2efe6', 0.6],
    ['beiyu', '北屿飞鹤', '北屿', '北屿', '北屿航空馆', '#1d4e89', '#f2efe6', 0.4],
    ['lanshan', '岚山黑鹰', '岚山', '岚山', '岚山体育馆', '#1b1b1e', '#e0a526', 0.2],
    ['shiwan', '狮湾猛虎', '狮湾', '狮湾', '狮湾椰林馆', '#f77f00', '#1b1b1e', 0.1],
    ['yuzhou', '屿洲明珠', '屿洲', '屿洲', '屿洲海湾馆', '#7b2d8b', '#f6d6ff', -0.4],
  ]),
}

export const demoCompetitions: readonly DemoCompetition[] = [football, basketball]
