import type { Kind } from '@yunmu/artwork'
import type { Light, Weather } from '../../films/film-script.ts'
import { figureLines } from './figure-lines.ts'
import { lines } from './lines.ts'
import { placeLines } from './place-lines.ts'

/** What viewers write about the picture: only what can be seen in it. */
export const linesByKind: Readonly<Record<Kind, readonly string[]>> = { ...placeLines, ...figureLines }

export const linesByWeather: Readonly<Record<Weather, readonly string[]>> = {
  snow: lines(`
    下雪了！
    雪越下越大
    好安静的雪
    今年第一场雪
    雪夜最适合看这个
    看着就冷
    雪落在肩上了
    我这里也在下雪`),
  rain: lines(`
    又下雨了
    雨声好好听
    听着雨声看这个，绝
    没带伞吧
    雨好大
    窗外也在下雨，沉浸式
    雨点打在屏幕上的感觉
    湿冷湿冷的`),
  dust: lines(`
    光里有灰尘在飘
    空气感出来了
    颗粒感好舒服
    尘埃落定还早着呢
    这浮尘拍得真细`),
  petals: lines(`
    花瓣落下来了
    花落得好慢
    有一片落在他肩上
    春天了
    落花这段美哭
    想站在那棵树下`),
  embers: lines(`
    火星子往上飘
    哪里烧起来了
    火光一亮一亮的
    这火怕是压不住
    有烟味了`),
  bubbles: lines(`
    气泡上来了
    咕噜咕噜
    气泡好治愈
    水声听得好清楚
    一串泡泡往上跑`),
  fog: lines(`
    起雾了
    雾里有东西
    什么都看不清，急
    雾越来越浓
    雾气飘过去了
    这雾来得不对劲
    仙气飘飘
    等雾散了再说`),
  steam: lines(`
    热气腾腾
    冒烟了冒烟了
    闻到香味了
    这个热气拍得好
    冬天就该看这个`),
}

export const linesByLight: Readonly<Partial<Record<Light, readonly string[]>>> = {
  breathing: lines(`
    灯忽明忽暗的
    光在呼吸
    灯闪了一下
    这个灯光有情绪`),
  flashes: lines(`
    闪光灯亮成一片
    全场闪光灯
    快门声没停过
    眼睛要被闪瞎了`),
  lightning: lines(`
    打雷了！
    闪电！吓一跳
    雷声一来我抖了一下
    刚才那道闪电照亮了什么
    暴风雨来了`),
  sweep: lines(`
    灯光扫过来了
    追光跟上了
    灯光师今天很努力
    灯一扫全场都亮了`),
}
