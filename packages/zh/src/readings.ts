/** Words that the dictionary reads wrongly in titles, with their pinyin. */
export const WORD_READINGS: Readonly<Record<string, string>> = {
  还珠: 'huan zhu',
  还魂: 'huan hun',
  还乡: 'huan xiang',
  还童: 'huan tong',
  降魔: 'xiang mo',
  降妖: 'xiang yao',
  降龙: 'xiang long',
  伏魔降: 'fu mo xiang',
  参商: 'shen shang',
  单于: 'chan yu',
  查理: 'cha li',
  尉迟: 'yu chi',
  万俟: 'mo qi',
  长孙: 'zhang sun',
  阿嬷: 'a ma',
  长相思: 'chang xiang si',
  藏海传: 'cang hai zhuan',
  甄嬛传: 'zhen huan zhuan',
  如懿传: 'ru yi zhuan',
  水浒传: 'shui hu zhuan',
  岳飞传: 'yue fei zhuan',
  吐槽: 'tu cao',
  朴信惠: 'piao xin hui',
  朴槿惠: 'piao jin hui',
}

/**
 * Characters with another reading as a surname: that reading, and the second characters with which they form an
 * ordinary word (单 is Shan in 单田芳, dan in 单身).
 */
export const SURNAME_READINGS: Readonly<Record<string, { readonly reading: string; readonly words: string }>> = {
  单: { reading: 'shan', words: '身刀车行亲元位独纯一人反凭簧恋打调向曲口眼程方选飞挑词' },
  解: { reading: 'xie', words: '放药忧密谜码救决除开剖析读体语毒脱围封锁冻惑梦冤' },
  仇: { reading: 'qiu', words: '恨敌人家杀视怨火富外' },
  查: { reading: 'zha', words: '无理尔案账询找克收看岗出获' },
  区: { reading: 'ou', words: '长域块间小别委政' },
  盖: { reading: 'ge', words: '世茨楼棚子瑞亚饭被伦' },
  朴: { reading: 'piao', words: '素实拙质' },
  乐: { reading: 'yue', words: '山园观活事天高土意趣在善于极此不透高视坛' },
  种: { reading: 'chong', words: '子地植田族花瓜菜树粮' },
  缪: { reading: 'miao', words: '' },
  召: { reading: 'shao', words: '唤集回见开' },
  折: { reading: 'she', words: '柳腰叠磨断翼子扣返纸射桂戟月' },
  宓: { reading: 'fu', words: '' },
  曾: { reading: 'zeng', words: '经几' },
}
