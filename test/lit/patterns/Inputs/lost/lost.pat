import "nowhere.pat";
import "../main.pat";
