/** Leaked passwords of ten and more characters. `password-rules.ts` refuses runs, repetitions and common words with additions by rule. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  passwordpassword mypassword1 mypassword123 newpassword1 yourpassword thepassword password1234567890 passwordone
  passwort123 motdepasse123 contrasena123 contraseña123 senha12345 wachtwoord1 lozinka123 parola12345
  iloveyou12 iloveyou123 iloveyou1234 iloveyousomuch iloveyou4ever iloveyouforever iloveyoubaby iloveyou143
  iloveyou247 iloveyoumom iloveyoujesus ilovemyself ilovemymom ilovemydog ilovemycat ilovemykids ilovemyfamily
  ilovemywife ilovemyhusband iloveyou2much iloveme123 ilovegod123 ilovemusic1 ilovejesus1 ilovechocolate
  iloveyou14344 143iloveyou loveyou123 loveyou1234 loveyoumom loveyouall loveyou4ever lovelovelove loveforever
  welcome123 welcome1234 welcome12345 welcome2024 welcome2025 welcome2026 welcomehome welcome2home welcometohell
  letmein123 letmein1234 letmeinnow letmeinplease letmein2024 pleaseletmein opensesame opensesame1 sesameopen
  changeme123 changeme1234 changemenow changeit123 changethis1 temppassword temppass123 temporary1 temporary123
  defaultpassword default123 administrator administrator1 admin12345 admin123456 adminadmin1 administrador
  rootpassword rootroot123 superuser1 superadmin1 masterpassword testpassword testtest123 testing1234 test123456
  test1234567 test12345678 guestguest1 useruser123 username123 username1234 usernameuser login12345 login123456
  loginlogin1 secret1234 secret12345 secretsecret supersecret supersecret1 topsecret123 mysecret123 secretpassword
  qwertyuiop1 qwertyuiop12 qwertyuiop123 qwerty12345 qwerty123456 qwerty1234567 qwerty123456789 1qaz2wsx3edc
  1q2w3e4r5t 1q2w3e4r5t6y 1qazxsw23edc zaq12wsxcde3 zaq1xsw2cde3 zaq1zaq1zaq1 q1w2e3r4t5 q1w2e3r4t5y6 qwe123qwe123
  qweasdzxc123 qweasdzxc1 qweqwe123123 asdasd123123 asdfghjkl1 asdfghjkl123 asdf1234asdf asdfasdf123 zxcvbnm123
  zxcvbnm1234 zxcvbnm12345 zxcvbnm,./ qazwsxedc1 qazwsxedc123 qazwsx123456 147258369 1472583690 147852369a 159753456852
  741852963a 7418529630 9638527410 123321123321 123123123a a123456789 a1234567890 aa12345678 aa123456789 abc1234567
  abc12345678 abc123456789 abcd123456 abcd1234567 abcd12345678 abcde12345 abcdef12345 abcdef123456 abc123abc123
  123456789a 123456789q 123456789z 1234567890a 1234567890q 12345678910 1234567891 1234567899 0123456789a 123456abcdef
  123abc456def 12345qwert 12345qwerty 123456qwerty 1234qwerasdf 1234qwer1234 1111122222 1212121212a 112233445566
  11223344556677 1122334455667788 102030405060 10203040506070 123654789a 12344321a1 135792468a 2468013579 1029384756
  0192837465 5432112345 1234554321 123454321a 1234567654321 121212121a 987654321a 9876543210a 999888777666 111222333444
  superman123 superman1234 batman12345 batman123456 spiderman1 spiderman12 spiderman123 wonderwoman ironman1234
  captainamerica starwars123 starwars1234 starwars1977 maytheforce maytheforcebewithyou darthvader1 skywalker1
  lukeskywalker chewbacca123 startrek123 thematrix123 harrypotter harrypotter1 harrypotter123 hermione123 dumbledore
  dumbledore1 hogwarts123 gryffindor gryffindor1 slytherin1 lordoftherings gandalf123 frodobaggins gameofthrones
  winteriscoming simpsons123 homersimpson bartsimpson southpark1 familyguy123 spongebob1 spongebob12 spongebob123
  mickeymouse mickeymouse1 minniemouse minniemouse1 donaldduck donaldduck1 winniethepooh tinkerbell tinkerbell1
  tinkerbell12 hellokitty hellokitty1 hellokitty12 hellokitty123 pikachu1234 pokemon123 pokemon1234 pokemonmaster
  minecraft1 minecraft12 minecraft123 fortnite123 fortnite1234 roblox12345 callofduty callofduty1 worldofwarcraft
  leagueoflegends counterstrike playstation playstation1 playstation2 playstation3 nintendo123 nintendo64 nintendo1234
  manchester manchester1 manchesterunited manunited1 manutd1234 liverpool1 liverpool12 liverpool123 liverpoolfc
  liverpoolfc1 arsenal123 arsenal1234 arsenalfc1 chelsea123 chelsea1234 chelseafc1 chelseafc123 barcelona1 barcelona10
  barcelona123 fcbarcelona realmadrid realmadrid1 realmadrid123 juventus123 juventus1897 acmilan1899 intermilan bayern1900
  borussia09 yankees123 yankees1234 redsox2004 redsox2013 lakers2024 dallascowboys cowboys123 cowboys1234 steelers123
  steelers1234 packers123 patriots123 patriots12 patriots1234 football12 football123 football1234 baseball12 baseball123
  baseball1234 basketball basketball1 basketball12 basketball123 volleyball volleyball1 volleyball12 softball123
  softball12 soccer12345 soccer1234 hockey12345 skateboard skateboard1 cheerleader cheerleader1 gymnastics gymnastics1
  michaeljordan jordan2323 jordan1234 kobebryant cristiano7 cristianoronaldo ronaldo123 ronaldo1234 messi123456
  lionelmessi michaeljackson michael123 michael1234 jennifer123 jennifer12 jessica123 jessica1234 ashley12345 ashley1234
  christopher christopher1 christian123 christian1 christina1 christina123 alexander1 alexander123 alexandra1 alexandra123
  elizabeth1 elizabeth12 elizabeth123 stephanie1 stephanie12 stephanie123 nicholas123 nicholas12 jonathan123 jonathan12
  benjamin123 benjamin12 samantha123 samantha12 samantha1234 danielle123 danielle12 victoria123 victoria12 victoria1234
  isabella123 isabella12 gabriel1234 gabriela123 valentina1 valentina123 sebastian1 sebastian123 francisco1 francisco123
  veronica123 patricia123 katherine1 catherine1 charlotte1 charlotte123 charlie123 charlie1234 charlie12345 thomas12345
  matthew123 matthew1234 anthony123 anthony1234 brandon123 brandon1234 william123 william1234 richard123 richard1234
  robert12345 robert1234 joseph1234 joshua1234 joshua12345 andrew12345 andrew1234 daniel1234 daniel12345 jordan12345
  justinbieber justin12345 justin1234 onedirection onedirection1 taylorswift taylorswift1 taylorswift13 beyonce1234
  metallica1 metallica123 ironmaiden ironmaiden1 ironmaiden666 linkinpark linkinpark1 linkinpark123 slipknot123 slipknot666
  blink182182 greenday123 acdcacdc123 ledzeppelin ledzeppelin1 pinkfloyd1 pinkfloyd123 thebeatles thebeatles1 rollingstones
  rockandroll rockandroll1 rocknroll123 gunsnroses gunsnroses1 nirvana1234 kurtcobain bobmarley1 bobmarley123 bobmarley420
  chocolate1 chocolate12 chocolate123 strawberry strawberry1 strawberry12 strawberry123 watermelon watermelon1 pineapple1
  pineapple123 blueberry1 blueberry123 raspberry1 cheesecake cheesecake1 peanutbutter peanutbutter1 icecream123 icecream12
  cupcake1234 cookie12345 cookie1234 cookiemonster cookies123 butterfly1 butterfly12 butterfly123 butterflies dragonfly1
  ladybug1234 sunflower1 sunflower12 sunflower123 sunshine12 sunshine123 sunshine1234 moonlight1 moonlight123 starlight1
  starlight123 rainbow123 rainbow1234 rainbows123 lightning1 thunderbird snowflake1 snowflake123 snowboard1 snowboarding
  princess12 princess123 princess1234 princess12345 prettyprincess daddysgirl daddysgirl1 mommysgirl babygirl12 babygirl123
  babygirl1234 babygirl14 babyboy123 babyboy1234 angelbaby1 angel12345 angel123456 sweetheart sweetheart1 sweetheart123
  sweetiepie sweetpea123 sweetdreams beautiful1 beautiful12 beautiful123 gorgeous123 handsome123 sexylady123 sexygirl123
  brooklyn123 newyork123 newyork1234 newyorkcity california california1 california123 losangeles losangeles1 sanfrancisco
  sandiego123 lasvegas123 chicago1234 washington washington1 washington123 philadelphia australia1 australia123 newzealand
  singapore1 singapore123 hongkong123 hongkong1997 southafrica deutschland deutschland1 frankfurt1 hamburg123 hamburg1887
  stuttgart1 london12345 london2012 paris123456 paris75000 barcelona99 amsterdam1 amsterdam123 rotterdam1 feyenoord1
  corvette123 mustang1234 mustang1967 mustang1969 mustang123 ferrari123 ferrari1234 lamborghini lamborghini1 mercedes123
  mercedesbenz volkswagen volkswagen1 harleydavidson harley12345 harley1234 motorcycle motorcycle1 chevrolet1 chevy12345
  computer12 computer123 computer1234 internet12 internet123 internet1234 microsoft1 microsoft123 windows123 windows1234
  windowsxp1 windows2000 macintosh1 google12345 google1234 googlegoogle facebook12 facebook123 facebook1234 instagram1
  instagram123 snapchat123 youtube123 youtube1234 linkedin123 twitter1234 samsung123 samsung1234 samsunggalaxy blackberry
  blackberry1 blackberry123 iphone12345 iphone1234 telephone1 television technology technology1 engineering engineer123
  security123 security1234 security12 university university1 college1234 highschool classof2024 classof2025 classof2026
  classof2027 student1234 teacher1234 teachers123 library123 homework123 mathematics chemistry1 psychology architecture
  summertime summertime1 summer12345 summer2024 summer2025 summer2026 winter12345 winter2024 winter2025 winter2026
  spring2024 spring2025 spring2026 autumn2024 autumn2025 autumn2026 september1 september11 september12 september123
  october1234 october2024 november123 november11 december123 december25 december12 december2024 february14 february123
  january1234 january2024 january2025 january2026 thursday123 wednesday1 wednesday123 saturday123 fridaynight christmas1
  christmas12 christmas123 christmas25 christmastree merrychristmas halloween1 halloween31 halloween123 birthday123
  happybirthday valentine1 valentine14 holiday1234 vacation123 happyhappy happiness1 happiness123 happyface1 happydays1
  jesuschrist jesuschrist1 jesusislord jesuslovesme jesussaves godisgood1 godisgood123 godislove1 godbless123 blessed1234
  blessing123 amazinggrace praisethelord hallelujah hallelujah1 godfather1 lovejesus1 faith12345 forgiven123 freedom123
  freedom1234 liberty1776 america123 america1776 americanpie american123 patriot1776 independence freedom4all soldier1234
  marines1775 semperfidelis airforce123 airborne123 military123 navyseals1 specialforces whatever12 whatever123 whatever1234
  nothing123 something1 something123 everything1 everything123 anything123 nobody12345 somebody123 forgetmenot forgetmenot1
  remember123 rememberme rememberme1 dontforget donotenter nopassword nopassword1 idontknow123 idontknow1 idontcare1
  idontcare123 fuckyou123 fuckyou1234 fuckyou12345 fuckyoubitch fuckoff123 motherfucker motherfucker1 asshole123 asshole1234
  bullshit123 bitchplease badboys123 badgirl1234 bigdaddy123 biggdogg123 bulldogs123 bulldog1234 wolfpack123 wildcats123
  wildcat1234 tigers12345 tiger123456 panthers123 panther1234 eagles12345 eagles1234 phoenix123 phoenix1234 dragon12345
  dragon1234 dragons123 dragonball dragonball1 dragonballz naruto12345 naruto1234 sasuke12345 onepiece123 unicorn1234
  unicorns123 elephant123 elephants1 penguin1234 penguins123 dolphin1234 dolphins123 dolphins13 butterfly7 kittycat123
  kittykat123 kitten12345 puppydog123 puppylove1 puppylove123 labrador123 retriever1 chihuahua1 rottweiler cocacola123
  cocacola12 pepsi123456 mountaindew drpepper123 budweiser1 heineken123 jackdaniels jackdaniels1 marlboro123 marlboro12
  marijuana1 marijuana420 smokeweed1 smokeweed420 legalizeit money12345 money123456 moneymoney1 moneymaker1 millionaire
  millionaire1 billionaire piggybank1 piggybank12 piggybank123 savemoney1 savings1234 budget12345 budget2024 budget2025
  budget2026 oinkoink123 oinkly12345 oinklyoinkly mustangsally correcthorsebatterystaple correcthorse trustno1234
  trustnoone trustnobody abracadabra abracadabra1 supercalifragilisticexpialidocious hippopotamus rumpelstiltskin cinderella
  cinderella1 cinderella123 sleepingbeauty snowwhite123 peterpan123 rapunzel123 pocahontas1 terminator terminator1
  terminator2 transformers transformers1 optimusprime bumblebee1 bumblebee123 godzilla123 kingkong123 jurassicpark
  rockstar123 rockstar1234 superstar1 superstar12 superstar123 hollywood1 hollywood123 moviestar1 paradise123 heavenly123
  forever123 forever1234 foreverlove foreveryoung forever21 together4ever bestfriend bestfriend1 bestfriends bestfriends1
  friendship friendship1 friends123 friends1234 friends4ever friendsforever family12345 family1234 familyfirst myfamily123
  mychildren1 daughter123 grandma1234 grandpa1234 brother1234 sister12345 mother12345 mother1234 father12345 mommy12345
  mommy123456 daddy12345 daddy123456 babyblue123 blueeyes123 browneyes1 redhead1234 blondie1234 purple12345 purple1234
  purplerain orange12345 orange1234 yellow12345 yellow1234 green12345 green123456 blue1234567 bluebird123 blackcat123
  blackjack21 blackjack1 whitehouse pinkpanther goldfish123 goldstar123 silver12345 silver1234 diamond123 diamond1234
  diamonds123 platinum123 crystal1234 emerald1234 sapphire123
  `
    .trim()
    .split(/\s+/),
);

/** Words that attackers try first with additions. */
export const commonCores: ReadonlySet<string> = new Set(
  `
  password passwort passw passwd pass motdepasse contrasena contraseña senha wachtwoord lozinka parola heslo haslo
  mypassword newpassword oldpassword mypass qwerty qwertz azerty qwertyuiop qwert qwer asdf asdfgh asdfghjkl zxcvbn zxcvbnm
  qazwsx qazwsxedc abc abcd abcde abcdef iloveyou loveyou ilove love lovely lover forever letmein welcome hello hallo hola
  bonjour secret topsecret admin administrator root user username guest login master superuser test tester testing demo temp
  temporary default changeme change computer internet server system windows google facebook instagram apple iphone samsung
  monkey dragon tiger lion eagle shadow sunshine princess prince queen king angel baby babygirl babyboy sweetheart sweetie
  honey darling flower butterfly rainbow star moon summer winter spring autumn january february march april may june july
  august september october november december monday tuesday wednesday thursday friday saturday sunday football baseball
  basketball soccer hockey golf tennis liverpool chelsea arsenal barcelona manchester superman batman spiderman starwars
  pokemon naruto minecraft fortnite michael jordan jennifer jessica ashley daniel thomas andrew robert charlie matthew joshua
  george michelle nicole hannah samantha victoria elizabeth alexander benjamin freedom trustno trustnoone whatever nothing
  money budget savings piggy piggybank pig oink oinkly cookie cheese chocolate coffee pepper ginger killer hunter ranger
  mustang corvette ferrari mercedes harley access access granted company office london paris berlin newyork america england
  germany france spain italy canada mexico brasil brazil india china russia happy birthday christmas jesus christ god
  heaven family mother father mommy daddy friend friends bestfriend fuckyou fuck shit bitch asshole purple orange yellow
  green blue black white pink red silver gold golden diamond
  `
    .trim()
    .split(/\s+/),
);
