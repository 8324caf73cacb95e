/** The pairs that are judged wrongly, by folder. */
export const knownWrong: Readonly<Record<string, readonly string[]>> = {
  'recognition-pairs': [
    'new: anime.txt: 死神 2004 =死神BLEACH',
    'new: films-chinese.txt: 红高粱 1988 =红高梁|||||||红高粱',
    'doubtful: films-chinese.txt: 渡江侦察记 1954 !渡江侦察记|1974|||汤化达,汤晓丹|王心刚,陈述',
    'doubtful: films-chinese.txt: 姜子牙 2020 !姜子牙|2019|奇幻片||-|-|封神之姜子牙',
    'doubtful: films-chinese.txt: 八佰 2020 !八佰|2019|纪录片||-|-',
    'new: films-chinese.txt: 泰囧 2012 =人再囧途2：泰囧||||||人再囧途之泰囧',
    'new: films-foreign.txt: 复仇者联盟4：终局之战 2019 =復仇者聯盟：終局之戰',
    'same: films-foreign.txt: 三傻大闹宝莱坞 2009 !三个傻瓜|2009|||-|-|三个傻瓜的故事',
    'doubtful: series-chinese.txt: 三体 2023 !三体|2024|美剧|美国|-|-|3 Body Problem',
    'doubtful: series-foreign.txt: 信号 2016 !信号|2016|美剧|美国|-|-',
    'same: variety-and-others.txt: 奔跑吧 第五季 2021 ?奔跑吧|2021||||李晨,杨颖',
    'doubtful: variety-and-others.txt: 爸爸去哪儿 第一季 2013 !爸爸去哪儿|2014|电影||谢涤葵,林妍|林志颖,田亮,郭涛',
  ],
  'recognition-held-out': [
    'new: held-out.txt: 生化危机6：终章 2016 =生化危机：终章',
    'new: held-out.txt: 饥饿游戏3：嘲笑鸟(上) 2014 =饥饿游戏3：嘲笑鸟上',
    'doubtful: held-out.txt: 琉璃 2020 !琉璃|2021|短剧||-|-',
  ],
}
