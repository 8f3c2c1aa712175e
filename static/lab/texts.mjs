// The texts of the lab. The page loads them only there.

const EN = {
  intro: "One file in Python is a game. Change the text, and the board plays it at once.",
  begin: "Begin with", open: "Open a file", restore: "Bring back the other text",
  name: "File name", code: "Your game in Python", board: "The board of your game",
  keys: "Tab indents, Shift+Tab goes back. To leave the text by keyboard, press Escape, then Tab.",
  check: "Check it", checking: "Checking …", download: "Download", copy: "Copy for your page", lines: "The lines for your page",
  copied: "The lines are on the clipboard. Put the file next to your page.",
  selected: "The lines are selected. Copy them, and put the file next to your page.",
  opponent: "Opponent", noOpponent: "None", level: "Level {level}", copyPosition: "Copy this position", positionText: "The lines for this position",
  positionCopied: "The position and the moves to it are on the clipboard.", positionSelected: "The position and the moves to it are selected. Copy them.",
  line: "Line {line}", position: "Position: {position}", wait: "One moment …", plays: "Your game plays.",
  checked: "Random games through {positions} positions: no mistakes.",
  full: "This browser has no room to save your text. Download it before you leave.",
  long: "Your text has more than 200,000 characters, so it is not saved. Make it shorter.",
  fileTooLong: "This file is too long: a game has at most 200,000 characters.",
  missing: "This game didn’t load. Go online and try again.",
};
const FR = {
  intro: "Un fichier en Python est un jeu. Changez le texte, et le plateau le joue aussitôt.",
  begin: "Commencer par", open: "Ouvrir un fichier", restore: "Reprendre l’autre texte",
  name: "Nom du fichier", code: "Votre jeu en Python", board: "Le plateau de votre jeu",
  keys: "Tab décale le texte, Maj+Tab le ramène. Pour quitter le texte au clavier, appuyez sur Échap, puis sur Tab.",
  check: "Vérifier", checking: "Vérification…", download: "Télécharger", copy: "Copier pour votre page", lines: "Les lignes pour votre page",
  copied: "Les lignes sont dans le presse-papiers. Mettez le fichier à côté de votre page.",
  selected: "Les lignes sont sélectionnées. Copiez-les, et mettez le fichier à côté de votre page.",
  opponent: "Adversaire", noOpponent: "Aucun", level: "Niveau {level}", copyPosition: "Copier cette position", positionText: "Les lignes pour cette position",
  positionCopied: "La position et les coups qui y mènent sont dans le presse-papiers.", positionSelected: "La position et les coups qui y mènent sont sélectionnés. Copiez-les.",
  line: "Ligne {line}", position: "Position\u00a0: {position}", wait: "Un instant…", plays: "Votre jeu fonctionne.",
  checked: "Parties au hasard, {positions} positions\u00a0: aucune faute.",
  full: "Ce navigateur n’a plus de place pour enregistrer votre texte. Téléchargez-le avant de partir.",
  long: "Votre texte a plus de 200\u202f000 caractères, il n’est donc pas enregistré. Raccourcissez-le.",
  fileTooLong: "Ce fichier est trop long\u00a0: un jeu a au plus 200\u202f000 caractères.",
  missing: "Ce jeu n’a pas pu être chargé. Connectez-vous et réessayez.",
};

/** The games to begin with: the file, and its title. @type {Record<string, [file: string, title: string][]>} */
const SAMPLES = {
  en: [["noughts.py", "Noughts and crosses"], ["fox.py", "Fox and geese"], ["amazons.py", "Amazons"]],
  fr: [["noughts.py", "Morpion"], ["fox.py", "Le renard et les oies"], ["amazons.py", "Les amazones"]],
};

const language = document.documentElement.lang === "fr" ? "fr" : "en";
export const TEXTS = language === "fr" ? FR : EN;
export const samples = SAMPLES[language];
